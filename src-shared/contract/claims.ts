import * as v from 'valibot'
import { products } from '../domain/product.ts'
import type { ClaimDetail, ReceivedClaim } from '../domain/received-claim.ts'
import { policyNumber } from './arguments.ts'
import { answer, call } from './call.ts'

const product = v.picklist(products)

/** Claims as the insurer has them, requested directly, without the outbox. */
export const claimCalls = {
  'claims:list': call({ takes: v.strictObject({ product }), answers: answer<readonly ReceivedClaim[]>() }),
  'claims:detail': call({
    takes: v.strictObject({ product, policyNumber }),
    answers: answer<ClaimDetail>(),
  }),
}
