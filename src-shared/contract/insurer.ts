import * as v from 'valibot'
import { pharmacyFilters, type Pharmacy, type PharmacyPage } from '../domain/pharmacy.ts'
import { products } from '../domain/product.ts'
import type { ClaimDetail, ReceivedClaim } from '../domain/received-claim.ts'
import { policyNumber } from './arguments.ts'
import { answer, call } from './call.ts'

const product = v.picklist(products)
const page = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const searchText = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))

/** Requests sent to the insurer directly, without the outbox: claims and pharmacies. */
export const insurerCalls = {
  'claims:list': call({ takes: v.strictObject({ product }), answers: answer<readonly ReceivedClaim[]>() }),
  'claims:detail': call({
    takes: v.strictObject({ product, policyNumber }),
    answers: answer<ClaimDetail>(),
  }),
  'pharmacies:page': call({ takes: v.strictObject({ page }), answers: answer<PharmacyPage>() }),
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
