import type { Failure } from '#shared/failure.ts'
import type { OutboxFailure } from './outbox.ts'

/** An outbox failure as reported to the page. */
export function failureOf(failure: OutboxFailure): Failure {
  switch (failure.type) {
    case 'impossible-transition':
    case 'unknown-candidate':
      return { type: 'not-possible-now' }
    case 'id-taken':
    case 'unknown-entry':
    case 'disk-full':
    case 'read-only':
      return { type: failure.type }
    case 'damaged':
    case 'io':
      return { type: 'storage-unavailable' }
  }
}
