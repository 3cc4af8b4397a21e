import * as v from 'valibot'
import { workInMoments } from '#testing/kills/disk-steps.ts'
import { openAt } from './test-office.ts'

/*
 * The main process of a computer that is set up, given another key, or started, until it is killed.
 */
const SetUpPlanSchema = v.object({
  folder: v.string(),
  /** `take-in`: a set-up file, of a new computer or one in use; `look`: a signed file of head office's feed; `start`: nothing more. */
  does: v.picklist(['take-in', 'look', 'start']),
  /** The set-up file, and its passphrase. */
  file: v.string(),
  passphrase: v.string(),
})
export type SetUpPlan = Readonly<v.InferOutput<typeof SetUpPlanSchema>>

await workInMoments(SetUpPlanSchema, async ({ folder, does, file, passphrase }, begin) => {
  if (does === 'start') begin()
  const services = await openAt(folder)
  if (does !== 'start') begin()
  if (does === 'take-in') {
    await services.setUp.choose(file)
    const taken = await services.setUp.takeIn(passphrase)
    if (!taken.ok || taken.value.type === 'refused') throw new Error('not taken in')
    await services.orders.reload()
  }
  if (does === 'look') await services.orders.look()
  await services.close()
})
