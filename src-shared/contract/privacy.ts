import * as v from 'valibot'
import { policyNumberOf } from '../domain/policy-number.ts'
import { environments } from '../domain/product.ts'
import { nothing, policyNumber } from './arguments.ts'
import { answer, call } from './call.ts'
import type { ForgetAnswer, KeptAboutPolicy } from './kept-data.ts'
import type { RowKeys } from './officer-status.ts'
import { rowsSealed } from './officers.ts'

/** Stored data is found only by the normal form. */
const policy = v.pipe(policyNumber, v.transform(policyNumberOf))
const environment = v.picklist(environments)

/** Data stored about a customer, per environment; a closed environment is opened for the call. */
export const privacyCalls = {
  'privacy:about-policy': call({
    takes: v.strictObject({ policy, environment }),
    answers: answer<KeptAboutPolicy>(),
    who: 'manager',
  }),
  /** Refused while anything of the policy is undelivered there. `filesAside`: damaged files are deleted too. */
  'privacy:forget-policy': call({
    takes: v.strictObject({ policy, environment, filesAside: v.boolean() }),
    answers: answer<ForgetAnswer>(),
    who: 'manager',
  }),
  /** Like `session:row-key` and the calls after it, for the page's rows of a closed environment. */
  'privacy:row-keys': call({
    takes: v.strictObject({ environment }),
    answers: answer<RowKeys>(),
    who: 'manager',
  }),
  'privacy:rows-sealed': call({
    takes: v.strictObject({ ...rowsSealed.entries, environment }),
    answers: answer<null>(),
    who: 'manager',
  }),
  /** Removes all practice data from this computer; the page removes its own part first. */
  'privacy:clear-practice': call({ takes: nothing, answers: answer<null>(), who: 'manager' }),
}
