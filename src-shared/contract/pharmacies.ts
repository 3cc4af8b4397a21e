import * as v from 'valibot'
import { pharmacyFilters, type Pharmacy, type PharmacyPage } from '../domain/pharmacy.ts'
import { answer, call } from './call.ts'

const page = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const searchText = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))

/** Pharmacies, requested from the insurer directly. */
export const pharmacyCalls = {
  'pharmacies:page': call({
    takes: v.strictObject({
      page,
      /** Fetched by the page itself: refused while `saveData` is on. */
      isUnasked: v.optional(v.boolean()),
    }),
    answers: answer<PharmacyPage>(),
  }),
  'pharmacies:search': call({
    takes: v.strictObject({ filter: v.picklist(pharmacyFilters), text: searchText, page }),
    answers: answer<PharmacyPage>(),
  }),
  'pharmacies:search-by-name': call({
    takes: v.strictObject({ name: searchText, page }),
    answers: answer<PharmacyPage>(),
  }),
  'pharmacies:one': call({
    takes: v.strictObject({ id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) }),
    answers: answer<Pharmacy>(),
  }),
}
