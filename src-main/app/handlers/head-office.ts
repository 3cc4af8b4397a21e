import { ok } from '#shared/result.ts'
import type { HandlersOf } from './register.ts'
import type { PageParts } from '../services-options.ts'
import { refuseWhileBusy } from '#main/platform/refuse-while-busy.ts'

/** Answers the page while a computer is set up from a file. */
export function createSetUpHandlers(parts: PageParts): HandlersOf<'set-up'> {
  const { setUp, setUpDialogs, orders, status, wasSetUp } = parts
  // Opening takes 128 MiB: a page that asks in a loop gets one at a time.
  const onlyOne = refuseWhileBusy()
  return {
    'set-up:choose': () =>
      onlyOne(async () => {
        const file = await setUpDialogs.choose()
        return ok(file === null ? { type: 'cancelled' } : await setUp.choose(file))
      }),
    'set-up:take-in': ({ passphrase }) => onlyOne(() => setUp.takeIn(passphrase)),
    'set-up:start': () =>
      onlyOne(async () => {
        const started = await setUp.start()
        if (!started.ok) return started
        // Settings, officers and keys were replaced, so the page starts again.
        await orders.reload()
        await status.announce()
        wasSetUp.emit()
        return started
      }),
  }
}
