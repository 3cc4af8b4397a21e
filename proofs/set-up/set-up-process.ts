import * as v from 'valibot'
import { DiskSteps } from './disk-steps.ts'
import { SetUpPlanSchema, type SetUpReport } from './set-up-messages.ts'
import { openAt } from './test-office.ts'

/*
 * The main process of a computer that is set up, given another key, or started, until it is killed.
 */
const plan = v.parse(v.pipe(v.string(), v.parseJson(), SetUpPlanSchema), process.argv[2])
const steps = new DiskSteps(plan.last)
await steps.install()

const say = (report: SetUpReport): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(report, () => resolve())
  })

if (plan.does === 'start') {
  await say({ type: 'begun' })
  steps.begin()
}
const services = await openAt(plan.folder)
if (plan.does !== 'start') {
  await say({ type: 'begun' })
  steps.begin()
}
if (plan.does === 'take-in') {
  await services.setUp.choose(plan.file)
  const taken = await services.setUp.takeIn(plan.passphrase)
  const isTaken = taken.ok && taken.value.type === 'set-up'
  if (!isTaken || !(await services.setUp.start()).ok) throw new Error('not set up')
  await services.orders.reload()
}
if (plan.does === 'look') await services.orders.look()
await services.workspace.close()
await say({ type: 'done', moments: steps.count })
process.disconnect()
services.orders.close()
process.exit(0)
