import { err, ok } from '#shared/result.ts'
import type { RequestHandlers } from '../ipc/register.ts'
import { rarely } from '../platform/rarely.ts'
import { refuseWhileBusy } from '../platform/refuse-while-busy.ts'
import type { AppStatusReporter } from './app-status.ts'
import type { FileStores } from './file-stores.ts'

/** A try costs the merchant two requests, which are billed. */
const checkRestMs = 1_000

/** Answers what the page asks about the store that files of claims go to. */
export function createFileStoreHandlers(
  stores: FileStores,
  status: Pick<AppStatusReporter, 'announce'>,
  monotonicMs?: () => number,
): Pick<RequestHandlers, Extract<keyof RequestHandlers, `file-store:${string}`>> {
  // A try writes into the store and takes as long as the store likes: a page that asks in a loop gets one at a time.
  const onlyOne = refuseWhileBusy()
  const check = rarely(checkRestMs, monotonicMs)
  return {
    'file-store:status': async () => ok(await stores.status()),
    'file-store:set': (wish) =>
      onlyOne(async () => {
        const answer = await stores.set(wish)
        if (answer.ok && answer.value.type === 'set') await status.announce()
        return answer
      }),
    'file-store:clear': async () => {
      const cleared = await stores.clear()
      if (cleared.ok) await status.announce()
      return cleared
    },
    'file-store:check': () =>
      onlyOne(async () => (await check(() => stores.check())) ?? err({ type: 'not-possible-now' })),
  }
}
