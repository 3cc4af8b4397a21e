import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { newComputerNumber } from '#shared/domain/computer-number.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { Submission } from '#shared/outbox/entry.ts'
import { ok } from '#shared/result.ts'
import { textOfContent, type BackupContent } from '#main/office/backup/backup-content.ts'
import { newBackupKey, sealBackup } from '#main/office/backup/backup-format.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { samplePolicies } from '#testing/insurer/test-insurer.ts'
import type { AppServices } from '#main/app/services.ts'
import type { ServicesOptions } from '#main/app/services-options.ts'
import { countArrivals } from './count-arrivals.ts'
import { officerId, startOffice } from './office.ts'

/*
 * A backup proves that its writer knew a passphrase, not where it comes from. Here somebody hands an office a file of
 * their own, of a computer that stopped for exactly this one, with a claim and a pharmacy request that wait to be sent.
 */

const passphrase = 'words of a stranger'
const at = '2026-11-20T09:00:00.000Z'
const [policyNumber = '', otherPolicy = ''] = samplePolicies('keke')
const claim = claimSubmission({ policyNumber })
const request = pharmacySubmission(otherPolicy, 7)

function forgedEntry({ id, body }: Submission): BackupContent['entries'][number] {
  return {
    id,
    officerId: null,
    acceptedAt: at,
    attempts: 0,
    body,
    state: { name: 'queued', since: at, reason: { type: 'new' }, notSentInARow: 0, resends: 0 },
    firstAttemptAt: null,
    sends: 0,
    tries: [],
    notes: [],
    rows: [],
    candidates: [],
    followUp: null,
  }
}

async function forgedFile(): Promise<string> {
  const content: BackupContent = {
    id: newId(),
    from: newComputerNumber(),
    entries: [forgedEntry(claim), forgedEntry(request)],
    drafts: [],
    files: [],
  }
  const key = await newBackupKey(passphrase, { cost: 2 ** 10, blockSize: 8, parallelization: 1 })
  const parts = [
    { name: 'entries', count: 2 },
    { name: 'drafts', count: 0 },
  ]
  const title = { application: '0.1.0', createdAt: at, environment: 'practice', parts, fileBytes: 0 } as const
  const file = join(createTestFolder(), 'forged.cdbackup')
  await writeFile(file, sealBackup(title, key, await textOfContent(content)).start())
  return file
}

interface Attacked extends AppServices {
  /** How often main asked, in its own dialog, whether to import something. */
  readonly asked: () => number
}

/** An office in which somebody chooses the forged file in the system's dialog. @param imports what they answer. */
async function officeWithFile(imports: boolean, given: Partial<ServicesOptions> = {}): Promise<Attacked> {
  const chosen = { file: '', asked: 0 }
  const office = await startOffice({
    backupFiles: {
      toSave: () => Promise.resolve(null),
      toOpen: () => Promise.resolve(chosen.file),
    },
    ask: ({ message }) => {
      if (!message.startsWith('Import ')) return Promise.resolve(true)
      chosen.asked += 1
      return Promise.resolve(imports)
    },
    ...given,
  })
  chosen.file = await forgedFile()
  return { ...office, asked: () => chosen.asked }
}

/** What a script in the page asks for: it takes the file in, and wants everything of it sent. */
async function takeIn({ handlers }: AppServices): Promise<unknown> {
  await handlers['backup:choose'](undefined)
  await handlers['backup:open']({ passphrase })
  return await handlers['backup:take-in'](undefined)
}

async function wantSent({ handlers }: AppServices): Promise<void> {
  for (const { id } of [claim, request]) {
    await handlers['outbox:send-now']({ id })
    await handlers['outbox:send-again']({ id })
    await handlers['outbox:accept-as-sent']({ id })
    await handlers['outbox:look-now']({ id })
  }
  await handlers['engine:try-now'](undefined)
}

let arrivals: ReturnType<typeof countArrivals>
beforeEach(() => {
  arrivals = countArrivals()
})

const sentTo = ['create-keke-claim', 'request-pharmacy'] as const
const lookedAt = ['keke-claim-details', 'list-keke-claims'] as const

/** How many requests about the two arrived, after the office's own work of the same policies was sent. */
async function stolen(office: AppServices): Promise<number> {
  await wantSent(office)
  // What is sent of one policy goes in order: the forged ones would go first.
  const own = [claimSubmission({ policyNumber }), pharmacySubmission(otherPolicy, 3)]
  for (const submission of own) await office.handlers['outbox:accept'](submission)
  await vi.waitFor(async () => {
    const entries = await office.handlers['outbox:list'](undefined)
    const states = entries.ok ? entries.value.map(({ id, state }) => `${id} ${state.name}`) : []
    expect(states).toEqual(expect.arrayContaining(own.map(({ id }) => `${id} delivered`)))
  }, 10_000)
  const sent = sentTo.reduce((sum, endpoint) => sum + arrivals(endpoint), 0) - own.length
  return lookedAt.reduce((sum, endpoint) => sum + arrivals(endpoint), sent)
}

it('gets nothing sent or looked for by a script: main asks a person in a dialog of its own', async () => {
  const dataFolder = createTestFolder()
  const office = await officeWithFile(false, { dataFolder })
  expect(await takeIn(office)).toEqual(ok({ type: 'cancelled' }))
  expect(office.asked()).toBe(1)
  await office.workspace.close()
  expect(await stolen(await startOffice({ dataFolder }))).toBe(0)
})

it('is not imported by an officer who is no manager', async () => {
  const office = await officeWithFile(true)
  await office.handlers['officers:add']({ name: 'Ada', role: 'manager', secret: '271828' })
  await office.handlers['officers:add']({ name: 'Bayo', role: 'officer', secret: '314159' })
  const bayo = await officerId(office, 'Bayo')
  await office.handlers['officers:leave']({ place: null })
  await office.handlers['officers:sign-in']({ id: bayo, secret: '314159', next: '264575' })
  const refused = [
    await office.handlers['backup:choose'](undefined),
    await office.handlers['backup:open']({ passphrase }),
    await office.handlers['backup:take-in'](undefined),
  ]
  expect(refused.filter((answer) => answer.ok)).toEqual([])
  expect(office.asked()).toBe(0)
  expect(await stolen(office)).toBe(0)
})

it('is sent once a person said yes', async () => {
  const office = await officeWithFile(true)
  await takeIn(office)
  expect(await stolen(office)).toBeGreaterThanOrEqual(2)
})
