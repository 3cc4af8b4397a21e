import * as v from 'valibot'
import type { Pharmacy } from '#shared/domain/pharmacy.ts'

const RowSchema = v.tuple([
  v.number(),
  v.string(),
  v.string(),
  v.string(),
  v.string(),
  v.string(),
  v.nullable(v.string()),
])

/** Pharmacies as lines of UTF-8: one value of the database, and a third of the size of rows. */
export function packPharmacies(pharmacies: readonly Pharmacy[]): Uint8Array<ArrayBuffer> {
  const lines = pharmacies.map(({ id, code, name, state, lga, address, updatedAt }) =>
    JSON.stringify([id, code, name, state, lga, address, updatedAt]),
  )
  return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''))
}

/** The pharmacies of `packPharmacies`. JSON escapes the line breaks within a line. */
export function unpackPharmacies(bytes: Uint8Array<ArrayBuffer>): Pharmacy[] {
  const lines = new TextDecoder().decode(bytes).split('\n').slice(0, -1)
  return lines.map((line) => {
    const [id, code, name, state, lga, address, updatedAt] = v.parse(RowSchema, JSON.parse(line))
    return { id, code, name, state, lga, address, updatedAt }
  })
}
