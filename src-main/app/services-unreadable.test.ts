import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { claimSubmission } from '#main/outbox/testing/made-up.ts'
import { ReopenedServices } from './testing/reopened-services.ts'

it('a claim that waits and cannot be opened any more is told of', async () => {
  const office = new ReopenedServices()
  await office.start()
  await office.handlers['engine:pause']({ paused: true })
  for (const submission of [claimSubmission(), claimSubmission()])
    expect(await office.handlers['outbox:accept'](submission)).toMatchObject({ ok: true })
  await office.stop()
  {
    using database = new DatabaseSync(join(office.folder, 'practice', 'outbox.sqlite'))
    database.exec("UPDATE entry SET body = x'00' WHERE seq = 1")
  }
  await office.start()
  expect(await office.handlers['outbox:list'](undefined)).toMatchObject({ value: [{ seq: 2 }] })
  expect(await office.handlers['drafts:list'](undefined)).toMatchObject({
    value: { unreadable: [expect.any(String)] },
  })
})
