import { noFilter } from '#shared/domain/claim-list.ts'
import { expect, it } from 'vitest'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import type { EngineStatus } from '#shared/outbox/hold.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { Office } from '#testing/app/office.ts'

const accept = ({ handlers }: Office) => handlers['outbox:accept'](claimSubmission())

async function waiting({ handlers }: Office): Promise<number> {
  const status = await handlers['engine:status'](undefined)
  return status.ok ? status.value.counts.undelivered : -1
}

/** An office where officers see only their own claims; two of Ada's and one of Bayo's wait in practice. */
async function officeOfTwo(told?: (entries: readonly EntrySummary[]) => void): Promise<Office> {
  const office = await Office.open({
    announce(channel, news) {
      // The channel determines the type; the tests use only this one.
      if (channel === 'outbox:changed') told?.((news as { changed: readonly EntrySummary[] }).changed)
    },
  })
  await office.handlers['engine:pause']({ paused: true })
  await office.add('Ada', 'Bayo')
  await office.handlers['settings:change']({ sharedOutbox: false })
  await accept(office)
  await accept(office)
  await office.signIn('Bayo')
  await accept(office)
  return office
}

it('finds for an officer what that officer may see, and nothing while locked', async () => {
  const office = await officeOfTwo()
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
  await office.leave()
  expect(await found()).toBe('signed-out')
  await office.signIn('Ada')
  expect(await found()).toBe(3)
})

it('says of a claim that waits behind one in doubt what that is, to whoever may see it', async () => {
  const announced: unknown[] = []
  const office = await officeOfTwo((entries) => announced.push(...entries))
  const behind = async (): Promise<unknown> => {
    const list = await office.handlers['outbox:list'](undefined)
    return list.ok ? list.value.map((entry) => entry.behind) : list.error.type
  }
  expect(await behind()).toEqual([null])
  const outbox = office.services.workspace.environment.services?.outbox
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
  if (lost.ok) office.services.workspace.signals.stepTaken.emit([lost.value])
  expect(await behind()).toEqual([''])
  await toldOfLast('')
  await office.signIn('Ada')
  expect(await behind()).toEqual([null, first.id, first.id])
})

it('counts for an officer what that officer may see, and everything for a manager and while locked', async () => {
  const office = await officeOfTwo()
  let tray: EngineStatus | null = null
  office.services.engineAnnounced.subscribe((status) => (tray = status))
  for (const count of [1, 3]) {
    if (count === 3) await office.leave()
    expect(await waiting(office)).toBe(count)
    await expect.poll(() => tray?.counts.undelivered).toBe(count)
  }
  await office.signIn('Ada')
  expect(await waiting(office)).toBe(3)
})

it('counts what waits in live beside the shown environment by the same rules', async () => {
  const office = await officeOfTwo()
  await office.signIn('Ada')
  await office.services.workspace.change({ environment: 'live', liveBaseUrl: 'http://127.0.0.1:9' })
  await accept(office)
  await office.signIn('Bayo')
  await accept(office)
  await office.signIn('Ada')
  await office.services.workspace.change({ environment: 'practice' })
  const beside = async (): Promise<unknown> => await office.handlers['engine:status'](undefined)
  expect(await beside()).toMatchObject({ value: { live: { undelivered: 2 } } })
  await office.signIn('Bayo')
  expect(await beside()).toMatchObject({ value: { live: { undelivered: 1 } } })
})

it('stays locked when the list of officers is lost, even if their work is in another environment', async () => {
  const office = await officeOfTwo()
  await office.signIn('Ada')
  await office.services.workspace.change({
    environment: 'sandbox',
    sandboxBaseUrl: 'https://sandbox.example',
  })
  await office.stop()
  office.remove('officers.json')
  await office.start()
  expect(await office.status()).toMatchObject({ environment: 'sandbox', officers: { type: 'unreadable' } })
})

it('stays locked when the list of officers is lost while the keyring does not answer', async () => {
  const office = await officeOfTwo()
  await office.stop()
  office.remove('officers.json')
  office.store.available = false
  await office.start()
  office.store.available = true
  expect(await office.handlers['app:storage-retry'](undefined)).toMatchObject({ ok: true })
  const locked = { storage: { type: 'ready' }, officers: { type: 'unreadable' } }
  expect(await office.status()).toMatchObject(locked)
})

it('announces nothing of the next officer to the page of the one before, which hears that it is locked', async () => {
  let isPageGoing = false
  const heard: string[] = []
  const announce = (channel: string): void => void heard.push(channel)
  const office = await Office.open({ isPageGoing: () => isPageGoing, announce })
  await office.add('Ada')
  office.services.sessionLock.officerChanged.subscribe(() => (isPageGoing = true))
  heard.length = 0
  await office.leave()
  await expect.poll(() => heard).toEqual(expect.arrayContaining(['app:status-changed', 'engine:changed']))
  heard.length = 0
  await office.signIn('Ada')
  await office.handlers['engine:pause']({ paused: true })
  await accept(office)
  expect(heard).toEqual([])
})
