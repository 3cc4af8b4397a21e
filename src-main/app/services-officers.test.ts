import { noFilter } from '#shared/domain/claim-list.ts'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { OfficerSummary } from '#shared/domain/officer.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import type { EngineStatus } from '#shared/outbox/hold.ts'
import type { AppServices } from './services.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createTestStore, type TestStore } from '#testing/keys/store.ts'
import { openServices } from '#testing/app/open-services.ts'

interface Office {
  readonly handlers: AppServices['handlers']
  readonly folder: string
  readonly store: TestStore
  /** The last counts the tray received. */
  readonly tray: () => EngineStatus | null
  readonly workspace: AppServices['workspace']
  readonly close: () => Promise<void>
}

type Told = (entries: readonly EntrySummary[]) => void

async function open(folder = createTestFolder(), store = createTestStore(), told?: Told): Promise<Office> {
  const box: { tray: EngineStatus | null } = { tray: null }
  const { handlers, workspace, sessionLock, engineAnnounced } = await openServices({
    dataFolder: folder,
    protection: { safeStorage: store, platform: 'linux' },
    announce(channel, news) {
      // The channel determines the type; the tests use only this one.
      if (channel === 'outbox:changed') told?.((news as { changed: readonly EntrySummary[] }).changed)
    },
  })
  engineAnnounced.subscribe((status) => (box.tray = status))
  const close = async (): Promise<void> => {
    sessionLock.stop()
    await workspace.close()
  }
  return { handlers, workspace, folder, store, tray: () => box.tray, close }
}

const secrets = { Ada: '271828', Bayo: '314159' } as const
/** Ada gives it to Bayo. */
const firstSecret = '264575'

async function add(office: Office, name: keyof typeof secrets): Promise<OfficerSummary> {
  const secret = name === 'Ada' ? secrets.Ada : firstSecret
  await office.handlers['officers:add']({ name, role: 'officer', secret })
  const officers = await officersOf(office)
  const found = officers.find((officer) => officer.name === name)
  if (found === undefined) throw new Error('not added')
  return found
}

async function officersOf(office: Office): Promise<readonly OfficerSummary[]> {
  const status = await office.handlers['app:status'](undefined)
  return status.ok && 'officers' in status.value.officers ? status.value.officers.officers : []
}

async function signIn(office: Office, { id, name }: OfficerSummary): Promise<void> {
  await office.handlers['officers:leave']({ place: null })
  const secret = name === 'Ada' ? secrets.Ada : secrets.Bayo
  const answer = await office.handlers['officers:sign-in']({ id, secret })
  if (!answer.ok || answer.value.type !== 'done') throw new Error('not signed in')
}

async function waiting(office: Office): Promise<number> {
  const status = await office.handlers['engine:status'](undefined)
  return status.ok ? status.value.counts.undelivered : -1
}

/** An office where officers see only their own claims; two of Ada's and one of Bayo's wait in practice. */
async function officeOfTwo(
  told?: Told,
): Promise<{ office: Office; ada: OfficerSummary; bayo: OfficerSummary }> {
  const office = await open(undefined, undefined, told)
  await office.handlers['engine:pause']({ paused: true })
  const ada = await add(office, 'Ada')
  const bayo = await add(office, 'Bayo')
  await office.handlers['settings:change']({ sharedOutbox: false })
  await office.handlers['outbox:accept'](claimSubmission())
  await office.handlers['outbox:accept'](claimSubmission())
  await office.handlers['officers:leave']({ place: null })
  await office.handlers['officers:sign-in']({ id: bayo.id, secret: firstSecret, next: secrets.Bayo })
  await office.handlers['outbox:accept'](claimSubmission())
  return { office, ada, bayo }
}

it('finds for an officer what that officer may see, and nothing while locked', async () => {
  const { office, ada } = await officeOfTwo()
  const found = async (): Promise<unknown> => {
    const answer = await office.handlers['claims:query']({
      ...noFilter,
      search: 'yaba',
      sort: 'created',
      descending: true,
      offset: 0,
      limit: 10,
      onScreen: false,
    })
    return answer.ok ? answer.value.count : answer.error.type
  }
  expect(await found()).toBe(1)
  await office.handlers['officers:leave']({ place: null })
  expect(await found()).toBe('signed-out')
  await signIn(office, ada)
  expect(await found()).toBe(3)
})

it('says of a claim that waits behind one in doubt what that is, to whoever may see it', async () => {
  const announced: unknown[] = []
  const { office, ada } = await officeOfTwo((entries) => announced.push(...entries))
  const behind = async (): Promise<unknown> => {
    const list = await office.handlers['outbox:list'](undefined)
    return list.ok ? list.value.map((entry) => entry.behind) : list.error.type
  }
  expect(await behind()).toEqual([null])
  const outbox = office.workspace.environment.services?.outbox
  const [first, , last] = [...(outbox?.undelivered() ?? [])]
  if (outbox === undefined || first === undefined) throw new Error('not open')
  const toldOfLast = (now: string | null): Promise<void> =>
    expect.poll(() => announced).toContainEqual(expect.objectContaining({ id: last?.id, behind: now }))
  await toldOfLast(null)
  outbox.openAttempt(first.id, first.acceptedAt)
  const lost = outbox.closeAttempt(
    first.id,
    { type: 'uncertain', cause: 'timeout', httpStatus: null },
    first.acceptedAt,
  )
  if (lost.ok) office.workspace.signals.stepTaken.emit([lost.value])
  expect(await behind()).toEqual([''])
  await toldOfLast('')
  await signIn(office, ada)
  expect(await behind()).toEqual([null, first.id, first.id])
})

it('counts for an officer what that officer may see, and everything for a manager and while locked', async () => {
  const { office, ada } = await officeOfTwo()
  expect(await waiting(office)).toBe(1)
  await expect.poll(() => office.tray()?.counts.undelivered).toBe(1)

  await office.handlers['officers:leave']({ place: null })
  expect(await waiting(office)).toBe(3)
  await expect.poll(() => office.tray()?.counts.undelivered).toBe(3)
  await signIn(office, ada)
  expect(await waiting(office)).toBe(3)
})

it('counts what waits in live beside the shown environment by the same rules', async () => {
  const { office, ada, bayo } = await officeOfTwo()
  await signIn(office, ada)
  await office.workspace.change({ environment: 'live', liveBaseUrl: 'http://127.0.0.1:9' })
  await office.handlers['outbox:accept'](claimSubmission())
  await signIn(office, bayo)
  await office.handlers['outbox:accept'](claimSubmission())
  await signIn(office, ada)
  await office.workspace.change({ environment: 'practice' })
  const beside = async (): Promise<unknown> => await office.handlers['engine:status'](undefined)
  expect(await beside()).toMatchObject({ value: { live: { undelivered: 2 } } })
  await signIn(office, bayo)
  expect(await beside()).toMatchObject({ value: { live: { undelivered: 1 } } })
})

it('stays locked when the list of officers is lost, even if their work is in another environment', async () => {
  const { office, ada } = await officeOfTwo()
  await signIn(office, ada)
  await office.workspace.change({ environment: 'sandbox', sandboxBaseUrl: 'https://sandbox.example' })
  await office.close()
  rmSync(join(office.folder, 'officers.json'))
  const again = await open(office.folder, office.store)
  const status = await again.handlers['app:status'](undefined)
  expect(status).toMatchObject({
    ok: true,
    value: { environment: 'sandbox', officers: { type: 'unreadable' } },
  })
})

it('stays locked when the list of officers is lost while the keyring does not answer', async () => {
  const { office, ada } = await officeOfTwo()
  await signIn(office, ada)
  await office.close()
  rmSync(join(office.folder, 'officers.json'))
  office.store.available = false
  const again = await open(office.folder, office.store)
  office.store.available = true
  expect(await again.handlers['app:storage-retry'](undefined)).toMatchObject({ ok: true })
  expect(await again.handlers['app:status'](undefined)).toMatchObject({
    value: { storage: { type: 'ready' }, officers: { type: 'unreadable' } },
  })
})

it('announces nothing of the next officer to the page of the one before, which hears that it is locked', async () => {
  let isPageGoing = false
  const heard: string[] = []
  const { handlers, sessionLock } = await openServices({
    dataFolder: createTestFolder(),
    protection: { safeStorage: createTestStore(), platform: 'linux' },
    isPageGoing: () => isPageGoing,
    announce: (channel) => void heard.push(channel),
  })
  await handlers['officers:add']({ name: 'Ada', role: 'manager', secret: secrets.Ada })
  sessionLock.officerChanged.subscribe(() => (isPageGoing = true))
  heard.length = 0
  await handlers['officers:leave']({ place: null })
  await expect.poll(() => heard).toEqual(expect.arrayContaining(['app:status-changed', 'engine:changed']))
  const status = await handlers['app:status'](undefined)
  const officers = status.ok ? status.value.officers : null
  heard.length = 0
  const id = officers?.type === 'locked' ? (officers.officers[0]?.id ?? '') : ''
  expect(await handlers['officers:sign-in']({ id, secret: secrets.Ada })).toMatchObject({
    value: { type: 'done' },
  })
  await handlers['engine:pause']({ paused: true })
  await handlers['outbox:accept'](claimSubmission())
  expect(heard).toEqual([])
})
