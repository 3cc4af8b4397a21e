import * as v from 'valibot'

/** Longer texts are cut where they are typed. */
export const longestOfCustomer = 200
const text = v.pipe(v.string(), v.maxLength(longestOfCustomer))

/** Who the claim is of, for the branch alone: the insurer gets nothing of it. Both may be empty. */
export const CustomerSchema = v.strictObject({ name: text, phone: text })
export type Customer = Readonly<v.InferOutput<typeof CustomerSchema>>

export const noCustomer: Customer = { name: '', phone: '' }

/** The customer as a part of a draft, an entry or a copy; nothing where nothing was typed. */
export function customerPart(customer: Customer = noCustomer): { readonly customer?: Customer } {
  const [name, phone] = [customer.name.trim(), customer.phone.trim()]
  return name === '' && phone === '' ? {} : { customer: { name, phone } }
}

/** What a customer is searched by: the name, and the digits of the phone, with and without the country's. */
export function customerWords({ name, phone }: Customer = noCustomer): readonly string[] {
  const digits = phone.replace(/\D/g, '')
  const local = digits.replace(/^(?:234|0)/, '')
  return [name, ...(digits === '' ? [] : [digits, `0${local}`, `234${local}`])]
}
