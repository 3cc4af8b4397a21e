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
  const [name, phone] = [customer.name.trim(), withZeros(customer.phone.trim())]
  return name === '' && phone === '' ? {} : { customer: { name, phone } }
}

/** A customer's name as lists show it: as it was typed here, else that of the policy's holder; '' where neither is known. */
export function customerName(typed: Customer = noCustomer, holder = ''): string {
  return typed.name.trim() || holder
}

/** What a customer is searched by: the name, and the digits of each phone, with and without the country's. */
export function customerWords({ name, phone }: Customer = noCustomer): readonly string[] {
  return [name, ...phone.split(/[/,;]|\bor\b/i).flatMap(phoneWords)]
}

/** A phone whose zeros were typed as letters, `o8o3 123 4567`, has zeros. */
export function withZeros(phone: string): string {
  return phone.replace(/o(?=[o\d])|(?<=\d[o\s]*)o(?![a-z])/gi, '0')
}

/** Of one phone, `+234 (0) 803 123 4567`: its digits as written, and with a leading zero or the country's. */
function phoneWords(phone: string): readonly string[] {
  const digits = withZeros(phone).replaceAll('(0)', '').replace(/\D/g, '')
  const local = digits.replace(/^(?:00|009)?234(?=\d{7})/, '').replace(/^0/, '')
  return digits === '' ? [] : [digits, `0${local}`, `234${local}`]
}
