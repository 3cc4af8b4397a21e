import * as v from 'valibot'
import { policyNumberOf } from '../domain/policy-number.ts'
import { environments } from '../domain/product.ts'
import { nothing, policyNumber } from './arguments.ts'
import { answer, call } from './call.ts'
import type { ForgetAnswer, KeptAboutPolicy } from './kept-data.ts'
import type { RowKeys } from './officer-status.ts'
import { rowsSealed, sealRow } from './officers.ts'

/** What is kept is found by the normal form alone. */
const policy = v.pipe(policyNumber, v.transform(policyNumberOf))
const environment = v.picklist(environments)

/** What is kept about a customer, in each environment; one that is not open is opened for the question. */
export const privacyCalls = {
  'privacy:about-policy': call({
    takes: v.strictObject({ policy, environment }),
    answers: answer<KeptAboutPolicy>(),
    who: 'manager',
  }),
  /** Refused while anything of the policy is not delivered there. `filesAside`: damaged files go too. */
  'privacy:forget-policy': call({
    takes: v.strictObject({ policy, environment, filesAside: v.boolean() }),
    answers: answer<ForgetAnswer>(),
    who: 'manager',
  }),
  /** `session:row-key` and what follows it, for the page's rows of an environment that is not open. */
  'privacy:row-keys': call({
    takes: v.strictObject({ environment }),
    answers: answer<RowKeys>(),
    who: 'manager',
  }),
  'privacy:seal-row': call({
    takes: v.strictObject({ ...sealRow.entries, environment }),
    answers: answer<{ readonly sealed: string | null }>(),
    who: 'manager',
  }),
  'privacy:rows-sealed': call({
    takes: v.strictObject({ ...rowsSealed.entries, environment }),
    answers: answer<null>(),
    who: 'manager',
  }),
  /** Removes everything that practice left on this computer; the page removes its own part first. */
  'privacy:clear-practice': call({ takes: nothing, answers: answer<null>(), who: 'manager' }),
}
