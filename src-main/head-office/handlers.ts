import { ok } from '#shared/result.ts'
import type { HandlersOf } from '../ipc/register.ts'
import { refuseWhileBusy } from '../platform/refuse-while-busy.ts'
import type { SetUpDialogs } from '../shell/questions.ts'
import type { SetUp } from './set-up.ts'

/** Answers the page while a computer is set up from a file. @param onStarted everything is another now. */
export function createSetUpHandlers(
  setUp: SetUp,
  dialogs: Pick<SetUpDialogs, 'choose'>,
  onStarted: () => Promise<void>,
): HandlersOf<'set-up'> {
  // Opening takes 128 MiB: a page that asks in a loop gets one at a time.
  const onlyOne = refuseWhileBusy()
  return {
    'set-up:choose': () =>
      onlyOne(async () => {
        const file = await dialogs.choose()
        return ok(file === null ? { type: 'cancelled' } : await setUp.choose(file))
      }),
    'set-up:take-in': ({ passphrase }) => onlyOne(() => setUp.takeIn(passphrase)),
    'set-up:start': () =>
      onlyOne(async () => {
        const started = await setUp.start()
        if (started.ok) await onStarted()
        return started
      }),
  }
}
