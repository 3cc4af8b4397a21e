import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { ThisComputer } from '#main/office/backup/this-computer.ts'
import { outboxFileOf } from '#main/office/environment/environment.ts'
import { createRowProtection } from '#main/outbox/entry-codec.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { openOutboxFile } from '#main/outbox/open-outbox.ts'
import { Outbox } from '#main/outbox/outbox.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { removeAllData } from './remove-all-data.ts'

const at = '2026-03-04T09:00:00.000Z'
const dataKey = { bytes: new Uint8Array(32).fill(9), secrets: null, had: [], protection: 'os' } as const
let folder: string

beforeEach(() => {
  folder = createTestFolder()
  for (const name of ['keys', 'session', 'logs']) mkdirSync(join(folder, name))
  for (const name of ['data-key.json', 'keys/live.json', 'settings.sealed', 'session/Cookies'])
    writeFileSync(join(folder, name), 'made up')
})

/** Leaves an environment with one claim. */
function use(environment: 'live' | 'practice', isReceived: boolean): void {
  mkdirSync(join(folder, environment))
  const opened = openOutboxFile(outboxFileOf(folder, environment), new Date(at))
  if (!opened.ok) throw new Error(opened.error.type)
  const outbox = new Outbox(opened.value.database, createRowProtection(dataKey))
  const accepted = outbox.accept(claimSubmission(), at)
  if (!accepted.ok) throw new Error(accepted.error.type)
  if (isReceived) {
    outbox.openAttempt(accepted.value.id, at)
    const delivered = { type: 'delivered', serverMessage: 'Taken.', keptReference: null } as const
    outbox.closeAttempt(accepted.value.id, delivered, at)
  }
  opened.value.database.close()
}

async function number(): Promise<string> {
  return (await new ThisComputer(folder).number()) ?? ''
}

it('asks for its number first, and then leaves nothing', async () => {
  use('live', true)
  use('practice', false)
  const asked = await removeAllData(folder, '')
  expect(asked).toMatchObject({ code: 14 })
  expect(asked.line).toContain(`--remove-all-data=${await number()}`)
  expect(await removeAllData(folder, '0000-0001')).toMatchObject({ code: 14 })
  expect(existsSync(join(folder, 'data-key.json'))).toBe(true)
  expect(await removeAllData(folder, (await number()).toLowerCase())).toMatchObject({ code: 0 })
  expect(readdirSync(folder)).toEqual([])
})

it('leaves a folder alone that is not one of Claims Desk', async () => {
  const other = createTestFolder()
  writeFileSync(join(other, 'letter.txt'), 'made up')
  expect(await removeAllData(other, '')).toMatchObject({ code: 13 })
  expect(readdirSync(other)).toEqual(['letter.txt'])
})

it('is refused while something was not received, or cannot be read', async () => {
  use('live', false)
  expect(await removeAllData(folder, await number())).toMatchObject({ code: 15 })
  writeFileSync(outboxFileOf(folder, 'live'), 'damaged')
  expect(await removeAllData(folder, await number())).toMatchObject({ code: 15 })
  expect(existsSync(join(folder, 'keys/live.json'))).toBe(true)
})
