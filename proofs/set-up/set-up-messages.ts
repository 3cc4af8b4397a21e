import * as v from 'valibot'

/** What a process of this proof is to do. */
export const SetUpPlanSchema = v.strictObject({
  folder: v.string(),
  /** `take-in`: a set-up file; `look`: a signed file of head office's feed; `start`: nothing more. */
  does: v.picklist(['take-in', 'look', 'start']),
  /** The set-up file, and its passphrase. */
  file: v.string(),
  passphrase: v.string(),
  /** The moment at which it ends itself; null where its parent ends it, or no one does. */
  last: v.nullable(v.number()),
})
export type SetUpPlan = Readonly<v.InferOutput<typeof SetUpPlanSchema>>

/** What such a process says. */
export const SetUpReportSchema = v.variant('type', [
  /** From here on its moments count. */
  v.strictObject({ type: v.literal('begun') }),
  v.strictObject({ type: v.literal('done'), moments: v.number() }),
])
export type SetUpReport = Readonly<v.InferOutput<typeof SetUpReportSchema>>
