import { err, ok } from '#shared/result.ts'
import type { Updater } from './updater.ts'
import type { RequestHandlers } from '../ipc/register.ts'

type UpdateChannel = Extract<keyof RequestHandlers, `updates:${string}`>

/** Answers what the page asks about updates. Whoever is signed in may: it costs nobody any work. */
export function createUpdateHandlers(updates: Updater): Pick<RequestHandlers, UpdateChannel> {
  return {
    'updates:status': () => ok(updates.status),
    'updates:check': () => {
      // What it comes to is announced: a download takes as long as the line is slow.
      void updates.check()
      return ok(updates.status)
    },
    'updates:put-off': async () =>
      (await updates.putOff()) ? ok(updates.status) : err({ type: 'not-possible-now' }),
    'updates:install': () => {
      if (updates.status.type !== 'ready') return err({ type: 'not-possible-now' })
      void updates.install()
      return ok(updates.status)
    },
  }
}
