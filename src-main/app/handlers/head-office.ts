import { ok } from '#shared/result.ts'
import type { HandlersOf } from './register.ts'
import type { AppStatusReporter } from '../app-status.ts'
import type { Orders } from '#main/office/head-office/orders.ts'
import type { SetUp } from '#main/office/head-office/set-up.ts'
import type { Signal } from '#main/platform/signal.ts'
import type { SetUpDialogs } from '#main/shell/questions.ts'
import { refuseWhileBusy } from '#main/platform/refuse-while-busy.ts'

/** Answers the page while a computer is set up from a file. */
export function createSetUpHandlers(
  setUp: SetUp,
  setUpDialogs: SetUpDialogs,
  orders: Orders,
  status: AppStatusReporter,
  wasSetUp: Signal,
): HandlersOf<'set-up'> {
  // Opening takes 128 MiB: a page that asks in a loop gets one at a time.
  const onlyOne = refuseWhileBusy()
  return {
    'set-up:choose': () =>
      onlyOne(async () => {
        const file = await setUpDialogs.choose()
        return ok(file === null ? { type: 'cancelled' } : await setUp.choose(file))
      }),
    'set-up:take-in': ({ passphrase }) =>
      onlyOne(async () => {
        const taken = await setUp.takeIn(passphrase)
        if (!taken.ok || (taken.value.type !== 'set-up' && taken.value.type !== 'renewed')) return taken
        await orders.reload()
        await status.announce('settings', 'keys', 'session', 'office')
        // Officers and the environment are others now, so the page starts again.
        if (taken.value.type === 'set-up') wasSetUp.emit()
        void setUpDialogs.tell(taken.value.says)
        return taken
      }),
  }
}
