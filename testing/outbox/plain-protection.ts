import { createHash } from 'node:crypto'
import { err, ok } from '#shared/result.ts'
import type { RowProtection } from '#main/outbox/entry-codec.ts'

/** Protection for tests: it binds rows like the real one, without the cost of a key. */
export const plainProtection: RowProtection = {
  seal: (plain, associatedData) => new TextEncoder().encode(`${associatedData}\n${plain}`),
  open(sealed, associatedData) {
    const text = new TextDecoder().decode(sealed)
    const head = `${associatedData}\n`
    return text.startsWith(head) ? ok(text.slice(head.length)) : err({ type: 'unreadable' })
  },
  tag: (text) => createHash('sha256').update(text).digest('base64'),
}
