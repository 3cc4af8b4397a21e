import { expect, it } from 'vitest'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { ok } from '#shared/result.ts'
import { anEntry, FakeMain } from '#testing/page/fake-main.ts'
import { useOutbox } from './outbox.ts'

const older = anEntry({ id: 'a', seq: 1 })
const newer = anEntry({ id: 'b', seq: 2 })

it('the outbox store applies changes announced while the list was loading', async () => {
  let answer: (entries: readonly EntrySummary[]) => void = () => undefined
  const main = new FakeMain({
    'outbox:list': () => new Promise((resolve) => (answer = (entries) => resolve(ok(entries)))),
  })
  const outbox = useOutbox()
  outbox.listen()
  const reading = outbox.read()
  main.announce('outbox:changed', { changed: [{ ...older, attempts: 4 }], removed: ['b'] })
  answer([older, newer])
  await reading
  expect(outbox.entries).toEqual([{ ...older, attempts: 4 }])
})
