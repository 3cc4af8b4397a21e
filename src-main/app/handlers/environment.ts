import { refuseWhileBusy, rarely } from '#main/platform/refuse-while-busy.ts'
import { err, ok } from '#shared/result.ts'
import type { HandlersOf } from './register.ts'
import type { PageParts } from '../services-options.ts'

/** Opening everything again stops deliveries for a moment: a page that asks in a loop must not do that to an office. */
const retryRestMs = 2_000
/** A check goes to the insurer with the key; one of a store costs the merchant two requests, which are billed. */
const checkRestMs = 1_000

/** Answers what the page asks about the installation: status, settings, key, connection, practice, file store. */
export function createAppHandlers(
  parts: PageParts,
): HandlersOf<
  'app' | 'settings' | 'environment' | 'key' | 'connection' | 'connectivity' | 'practice' | 'file-store'
> {
  const { workspace, status, officers, fileStores, startAgain, monotonicMs } = parts
  // A try writes into the store and takes as long as the store likes: a page that asks in a loop gets one at a time.
  const onlyOneStore = refuseWhileBusy()
  const retry = rarely(retryRestMs, monotonicMs)
  const check = rarely(checkRestMs, monotonicMs)
  const checkStore = rarely(checkRestMs, monotonicMs)
  return {
    'app:status': async () => ok(await status.now()),
    'app:storage-retry': async () => {
      await retry(async () => {
        // Officers first: the storage must not open while nobody is signed in.
        await officers.reload()
        await workspace.reopen()
        // Electron asks the system's store once in a process: a store unlocked since then opens only after a restart.
        if (workspace.environment.storage.type === 'locked') startAgain()
        await status.announce()
      })
      return ok(await status.now())
    },
    'settings:change': async (patch) => {
      if (!(await workspace.mayChange(patch))) return err({ type: 'address-declined' })
      const changed = await workspace.change(patch)
      return changed.ok ? ok(await status.announce()) : changed
    },
    'environment:connect': async (wish) => {
      const tried = await workspace.connect(wish)
      if (!tried.ok) return tried
      const connected = tried.value
      if (!connected.isConnected) return ok({ type: 'unchanged', check: connected.check })
      return ok({ type: 'connected', check: connected.check, status: await status.announce() })
    },
    'key:set': async ({ key }) => {
      const set = await workspace.setKey(key)
      return set.ok ? ok((await status.announce()).key) : set
    },
    'key:clear': async () => {
      const cleared = await workspace.clearKey()
      return cleared.ok ? ok((await status.announce()).key) : cleared
    },
    'connection:check': async () => {
      const checked = await check(() => workspace.environment.connection.api.checkConnection())
      return checked === null ? err({ type: 'not-possible-now' }) : ok(checked)
    },
    'connectivity:now': () => {
      const services = workspace.services()
      return services.ok ? ok(services.value.witness.now()) : services
    },
    'practice:connect': async ({ connected }) => {
      const changed = await workspace.connectPractice(connected)
      if (changed.ok) await status.announce()
      return changed
    },
    'file-store:status': async () => ok(await fileStores.status()),
    'file-store:set': (wish) =>
      onlyOneStore(async () => {
        const answer = await fileStores.set(wish)
        if (answer.ok && answer.value.type === 'set') await status.announce()
        return answer
      }),
    'file-store:clear': async () => {
      const cleared = await fileStores.clear()
      if (cleared.ok) await status.announce()
      return cleared
    },
    'file-store:check': () =>
      onlyOneStore(
        async () => (await checkStore(() => fileStores.check())) ?? err({ type: 'not-possible-now' }),
      ),
  }
}
