import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { denyCredentials } from './page-guards.ts'
import { createTestEvent } from '#testing/shell/contents.ts'

it.each([
  ['select-client-certificate', ['https://example.test/', [{ subjectName: 'Made Up' }]]],
  ['login', [{ url: 'https://example.test/' }, { isProxy: true }]],
] as const)('a request for credentials gets none on %s', (name, details) => {
  const app = new EventEmitter()
  denyCredentials(app as never)
  const event = createTestEvent()
  const given: unknown[][] = []
  app.emit(name, event, {}, ...details, (...all: unknown[]) => void given.push(all))
  expect(event.defaultPrevented).toBe(true)
  expect(given).toEqual([[]])
})
