import { err, ok } from '#shared/result.ts'
import type { Workspace } from '../environment/workspace.ts'
import { failureOf } from './failure-of.ts'
import type { RequestHandlers } from './register.ts'

type DraftChannel = Extract<keyof RequestHandlers, `drafts:${string}` | 'session:row-key'>

/** Answers what the page asks about the sealed copies of its drafts. */
export function createDraftHandlers(workspace: Workspace): Pick<RequestHandlers, DraftChannel> {
  return {
    'session:row-key': () => {
      const services = workspace.services()
      return services.ok ? ok(Buffer.from(services.value.pageRowKey).toString('base64')) : services
    },
    'drafts:keep-copy': (draft) => {
      const services = workspace.services()
      if (!services.ok) return services
      const kept = services.value.copies.keep(draft)
      return kept.ok ? ok(null) : err(failureOf(kept.error))
    },
    'drafts:forget-copy': ({ id }) => {
      const services = workspace.services()
      if (!services.ok) return services
      const forgotten = services.value.copies.forget(id)
      return forgotten.ok ? ok(null) : err(failureOf(forgotten.error))
    },
    'drafts:copies': () => {
      const services = workspace.services()
      return services.ok ? ok(services.value.copies.all()) : services
    },
    'drafts:accepted': ({ ids }) => {
      const services = workspace.services()
      return services.ok ? ok(services.value.outbox.acceptedAmong(ids)) : services
    },
  }
}
