import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { emptyFields } from '#shared/domain/draft.ts'
import { newId } from '#shared/domain/identifier.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { Environment } from '#shared/domain/product.ts'
import { defaultSettings, type Settings } from '#shared/settings.ts'
import { createSettingsFile } from '../settings/settings-file.ts'
import { settingsKeysOf } from '../settings/settings-seal.ts'
import { createOfficersFile } from '../officers/officers-file.ts'
import { emptyList, markOf, type OfficersList } from '../officers/officers-list.ts'
import { createOfficersMarks } from './officers-marks.ts'
import { createDraftCopies } from '../drafts/draft-copies.ts'
import { claimSubmission, pharmacySubmission } from '../outbox/testing/made-up.ts'
import { openOutboxFile } from '../outbox/open-outbox.ts'
import { createOutbox } from '../outbox/outbox.ts'
import { deriveKey, openDataKey, successorOf, type DataKey } from '../keys/data-key.ts'
import { createPageEpochs } from '../keys/page-epochs.ts'
import { createPageKeys } from '../keys/page-keys.ts'
import { createTestFolder } from '../keys/testing/folder.ts'
import { createTestStore, type TestStore } from '../keys/testing/store.ts'
import { outboxFileOf, pageEpochsFileOf } from './open-environment.ts'
import { renewDataKey, type RenewalStep } from './renew-data-key.ts'
import { createRowProtection, protectionFor } from './row-sealing.ts'

const at = '2026-11-20T09:00:00.000Z'
const policyNumber = policyNumberOf('KKP/2026/LA/000001')
const used: readonly Environment[] = ['practice', 'live']
const ada = newId()
const officers: OfficersList = {
  ...emptyList(),
  count: 3,
  officers: [
    {
      id: ada,
      name: 'Ada Test',
      role: 'manager',
      secret: { algorithm: 'scrypt', cost: 16, blockSize: 8, parallelization: 1, salt: 'AA==', hash: 'AA==' },
      failures: 0,
      mustChange: false,
      isRemoved: false,
    },
  ],
}

let folder: string
let store: TestStore

beforeEach(async () => {
  folder = createTestFolder()
  store = createTestStore()
  const key = await present()
  for (const environment of used) fill(environment, key)
  createOfficersMarks(folder, [deriveKey(key, 'officers')]).remember(markOf(officers))
  expect((await settingsFile(key).save(chosen)).ok).toBe(true)
  expect((await createOfficersFile(folder, deriveKey(key, 'officers')).save(officers)).ok).toBe(true)
})

const chosen: Settings = { ...defaultSettings, sharedOutbox: false, branchName: 'Made-up branch' }
const settingsFile = (key: DataKey) =>
  createSettingsFile({ folder, keys: () => Promise.resolve(settingsKeysOf(key)), isNew: () => false })

const place = () => ({ folder, safeStorage: store, platform: 'linux' as const })

/** The data key as the next start of the application finds it. */
async function present(): Promise<DataKey> {
  const key = await openDataKey({
    ...place(),
    dataExists: () => true,
    sealedHere: () => 'under-these' as const,
  })
  const made = key.ok
    ? key
    : await openDataKey({ ...place(), dataExists: () => false, sealedHere: () => 'under-these' as const })
  if (!made.ok) throw new Error(made.error.type)
  return made.value
}

function opened(environment: Environment): DatabaseSync {
  const file = openOutboxFile(outboxFileOf(folder, environment), new Date(at))
  if (!file.ok) throw new Error(file.error.type)
  return file.value.database
}

const claim = claimSubmission({ policyNumber })
const rejected = claimSubmission({ policyNumber: 'OKP/2026/LA/000002' }, { product: 'okada' })
const request = pharmacySubmission(policyNumber)

function fill(environment: Environment, key: DataKey): void {
  mkdirSync(dirname(outboxFileOf(folder, environment)), { recursive: true })
  using database = opened(environment)
  const protection = createRowProtection(key)
  const outbox = createOutbox(database, protection)
  for (const submission of [claim, rejected, request]) outbox.accept(submission, at, ada)
  outbox.openAttempt(claim.id, at)
  outbox.openAttempt(rejected.id, at)
  outbox.closeAttempt(
    rejected.id,
    { type: 'rejected', serverMessage: 'The made-up policy has ended.', fieldErrors: {} },
    at,
  )
  const fields = { ...emptyFields(), incidentDetails: 'Half-written and made up.' }
  createDraftCopies(database, protection).keep({
    id: '01980000-0000-7000-8000-00000000000d',
    product: 'keke',
    fields,
    branchReference: '7F3K-92QD',
    createdAt: at,
    updatedAt: at,
    rejection: null,
  })
}

/** Everything stored, as read by an application that starts now. */
async function read(): Promise<unknown> {
  const key = await present()
  const next = successorOf(key)
  const file = createOfficersFile(
    folder,
    deriveKey(key, 'officers'),
    next === null ? undefined : deriveKey(next, 'officers'),
  )
  const sealedUnder = [key, ...(next === null ? [] : [next])].map((one) => deriveKey(one, 'officers'))
  const [first = new Uint8Array(32), ...others] = sealedUnder
  return {
    marks: createOfficersMarks(folder, [first, ...others]).read(),
    settings: await settingsFile(key).load(),
    officers: await file.load(),
    environments: used.map((environment) => {
      using database = opened(environment)
      const protection = protectionFor(database, key)
      const outbox = createOutbox(database, protection)
      const entries = [claim, rejected, request].map(({ id }) => {
        const entry = outbox.get(id)
        // The tag depends on the key; a test below checks that it still finds its entries.
        return entry === null ? null : { ...entry, policyTag: '', story: outbox.story(id) }
      })
      return {
        entries,
        ofPolicy: outbox.ofPolicy(policyNumber),
        drafts: createDraftCopies(database, protection).kept(),
      }
    }),
  }
}

async function pageKeys(environment: Environment, owner: string | null) {
  const keys = await createPageKeys(
    createPageEpochs(pageEpochsFileOf(folder, environment)),
    environment,
    await present(),
  ).of(owner)
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
  return { current: hex(keys.current), earlier: keys.earlier.map(hex) }
}

async function renew(): Promise<void> {
  const renewed = await renewDataKey(place(), await present())
  if (!renewed.ok) throw new Error(renewed.error.type)
}

function everyFile(): readonly Buffer[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((found) => readFileSync(join(found.parentPath, found.name)))
}

describe('a renewal of the data key', () => {
  it('keeps everything, under a key that cannot be derived from the old one', async () => {
    const before = await read()
    const old = await present()
    await renew()
    const key = await present()
    expect(key.bytes).not.toEqual(old.bytes)
    expect(key.next).toBeNull()
    expect(await read()).toEqual(before)
    for (const environment of used) {
      using database = opened(environment)
      expect(createOutbox(database, createRowProtection(old)).get(claim.id)).toBeNull()
    }
    const officersFile = createOfficersFile(folder, deriveKey(old, 'officers'))
    expect(await officersFile.load()).toEqual({ ok: false, error: { type: 'unreadable' } })
  })

  it('leaves neither the old key nor a text sealed under it on the disk', async () => {
    const wrapped = readFileSync(join(folder, 'data-key.json'), 'utf8')
    const sealed = /"sealed":"([^"]+)"/.exec(wrapped)?.[1] ?? 'no key'
    expect(wrapped).toContain(sealed)
    const texts = used.flatMap((environment) => {
      using database = opened(environment)
      // Such as the copies SQLite leaves in free pages when it moves rows.
      database.exec(
        'PRAGMA secure_delete = OFF; CREATE TABLE moved AS SELECT body FROM entry; DROP TABLE moved',
      )
      return database.prepare('SELECT body FROM entry UNION SELECT sealed FROM draft_copy').all()
    })
    await renew()
    const files = everyFile()
    expect(files.some((file) => file.includes(sealed))).toBe(false)
    for (const text of texts.flatMap((row) => Object.values(row))) {
      if (!(text instanceof Uint8Array)) throw new Error('no sealed text')
      expect(files.some((file) => file.includes(Buffer.from(text)))).toBe(false)
    }
  })

  it('recognises a repeated submission, and keeps the order of a policy', async () => {
    await renew()
    using database = opened('live')
    const outbox = createOutbox(database, protectionFor(database, await present()))
    const again = outbox.accept(claim, at, ada)
    expect(again.ok && again.value.seq).toBe(1)
    const behind = outbox.accept(claimSubmission({ policyNumber }), at, ada)
    expect(behind.ok && behind.value.policyTag).toBe(outbox.get(claim.id)?.policyTag)
  })

  it('gives the page new row keys, and the old ones until it has resealed its rows', async () => {
    const before = await pageKeys('live', null)
    const neverAsked = deriveKey(await present(), `page-rows/live/${ada}`)
    await renew()
    await renew()
    const after = await pageKeys('live', null)
    expect(after.current).not.toBe(before.current)
    expect(after.earlier).toEqual(expect.arrayContaining([before.current, ...before.earlier]))
    // Ada has not requested her keys since epochs exist; her rows are sealed under the key from before.
    expect((await pageKeys('live', ada)).earlier).toContain(Buffer.from(neverAsked).toString('hex'))

    await createPageEpochs(pageEpochsFileOf(folder, 'live')).confirm(null)
    expect(await pageKeys('live', null)).toEqual({ current: after.current, earlier: [] })
  })

  it('records when the key was made', async () => {
    const before = (await present()).madeAt ?? ''
    await renew()
    expect(((await present()).madeAt ?? '') >= before).toBe(true)
  })
})

describe('a renewal that is interrupted', () => {
  const steps: readonly (readonly [RenewalStep, number])[] = [
    ['begun', 1],
    ['resealed', 1],
    ['swept', 1],
    ['pages-handed-over', 1],
    ['resealed', 2],
    ['swept', 2],
    ['pages-handed-over', 2],
    ['officers-resealed', 1],
    ['settings-resealed', 1],
    ['ended', 1],
  ]

  it.each(steps)('after %s (%i) has lost nothing, and resumes with the same key', async (step, time) => {
    const before = await read()
    const rowsUnder = await Promise.all(used.map((environment) => pageKeys(environment, ada)))
    let times = 0
    const cutOff = renewDataKey(place(), await present(), (reached) => {
      if (reached === step) times += 1
      if (reached === step && times === time) throw new Error('cut off')
    })
    await expect(cutOff).rejects.toThrow('cut off')

    expect(await read()).toEqual(before)
    for (const [index, environment] of used.entries()) {
      const keys = await pageKeys(environment, ada)
      expect([keys.current, ...keys.earlier]).toContain(rowsUnder[index]?.current)
    }
    const next = (await present()).next ?? (await present()).bytes
    // What is accepted before it resumes is kept too.
    const meanwhile = claimSubmission({ policyNumber: 'KKP/2026/LA/000009' })
    {
      using database = opened('practice')
      const outbox = createOutbox(database, protectionFor(database, await present()))
      expect(outbox.accept(meanwhile, at, ada).ok).toBe(true)
    }
    if (step !== 'ended') await renew()
    expect((await present()).bytes).toEqual(next)
    expect(await read()).toEqual(before)
    using database = opened('practice')
    const outbox = createOutbox(database, createRowProtection(await present()))
    expect(outbox.get(meanwhile.id)?.body).toEqual(meanwhile.body)
  })
})

describe('a renewal that is not possible', () => {
  it('does not begin when there is a file of a newer version', async () => {
    using database = new DatabaseSync(outboxFileOf(folder, 'live'))
    database.exec('PRAGMA user_version = 99')
    const key = await present()
    expect(await renewDataKey(place(), key)).toMatchObject({ ok: false, error: { type: 'newer' } })
    expect(await present()).toEqual(key)
  })

  it('does not begin, and unwraps nothing, while the keyring does not answer', async () => {
    const before = await read()
    const key = await present()
    store.available = false
    expect(await renewDataKey(place(), key)).toEqual({ ok: false, error: { type: 'locked' } })
    store.available = true
    expect(await present()).toEqual(key)
    expect(await read()).toEqual(before)
  })

  it('keeps both keys when the keyring becomes unavailable before the end', async () => {
    const before = await read()
    const key = await present()
    const result = await renewDataKey(place(), key, (step) => {
      if (step === 'officers-resealed') store.available = false
    })
    expect(result).toEqual({ ok: false, error: { type: 'locked' } })
    store.available = true
    expect((await present()).next).not.toBeNull()
    expect(await read()).toEqual(before)
    await renew()
    expect(await read()).toEqual(before)
  })

  it('leaves a row that its key does not open unchanged, and renews the others', async () => {
    {
      using database = opened('live')
      database.prepare('UPDATE entry SET body = ? WHERE id = ?').run(new Uint8Array(64), claim.id)
    }
    await renew()
    using database = opened('live')
    const outbox = createOutbox(database, createRowProtection(await present()))
    expect(outbox.get(claim.id)).toBeNull()
    expect(outbox.get(request.id)?.body).toEqual(request.body)
    expect(database.prepare('SELECT body FROM entry WHERE id = ?').get(claim.id)).toEqual({
      body: new Uint8Array(64),
    })
  })
})
