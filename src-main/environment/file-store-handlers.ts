import { ok } from '#shared/result.ts'
import type { RequestHandlers } from '../ipc/register.ts'
import { refuseWhileBusy } from '../platform/refuse-while-busy.ts'
import type { AppStatusReporter } from './app-status.ts'
import type { FileStores } from './file-stores.ts'

/** Answers what the page asks about the store that files of claims go to. */
export function createFileStoreHandlers(
  stores: FileStores,
  status: Pick<AppStatusReporter, 'announce'>,
): Pick<RequestHandlers, Extract<keyof RequestHandlers, `file-store:${string}`>> {
  // A try writes into the store and takes as long as the store likes: a page that asks in a loop gets one at a time.
  const onlyOne = refuseWhileBusy()
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
    'file-store:check': () => onlyOne(() => stores.check()),
  }
}
