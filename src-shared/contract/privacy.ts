import * as v from 'valibot'
import { policyNumberOf } from '../domain/policy-number.ts'
import { environments } from '../domain/product.ts'
import { nothing, policyNumber } from './arguments.ts'
import { answer, call } from './call.ts'
import type { ForgetAnswer, KeptAboutPolicy, ListedOfPolicy } from './kept-data.ts'

/** Stored data is found only by the normal form. */
const policy = v.pipe(policyNumber, v.transform(policyNumberOf))
const environment = v.picklist(environments)

/** Data stored about a customer, per environment; a closed environment is opened for the call. */
export const privacyCalls = {
  'privacy:about-policy': call({
    takes: v.strictObject({ policy, environment }),
    answers: answer<KeptAboutPolicy & ListedOfPolicy>(),
    who: 'manager',
  }),
  /** Refused while anything of the policy is undelivered there. `filesAside`: damaged files are deleted too. */
  'privacy:forget-policy': call({
    takes: v.strictObject({ policy, environment, filesAside: v.boolean() }),
    answers: answer<ForgetAnswer>(),
    who: 'manager',
  }),
  /** Removes all practice data from this computer. */
  'privacy:clear-practice': call({ takes: nothing, answers: answer<null>(), who: 'manager' }),
}
