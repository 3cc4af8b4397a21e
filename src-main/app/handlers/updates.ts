import { err, ok } from '#shared/result.ts'
import type { PageParts } from '../services-options.ts'
import type { HandlersOf } from './register.ts'

/** Handles the page's calls about updates. Every signed-in officer may use them, since an update loses no work. */
export function createUpdateHandlers({ updates }: PageParts): HandlersOf<'updates'> {
  return {
    'updates:status': () => ok(updates.status),
    'updates:check': () => {
      // Not awaited: a download can take long, and its outcome is announced.
      void updates.check()
      return ok(updates.status)
    },
    'updates:install': () => {
      if (updates.status.type !== 'ready') return err({ type: 'not-possible-now' })
      void updates.install()
      return ok(updates.status)
    },
  }
}
