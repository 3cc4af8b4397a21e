import { describe, expect, it } from 'vitest'
import { err, ok } from '#shared/result.ts'
import { defaultSettings, type Settings } from '#shared/settings.ts'
import { managedConfigOf, type ManagedConfig } from './managed/managed-config.ts'
import { storeAt } from '#testing/file-store/objects.ts'
import { changedOwn, isRefused, OfficeSettings, settingsInForce } from './office-settings.ts'

const managedConfig = (fields: Readonly<Record<string, unknown>>): ManagedConfig =>
  managedConfigOf('file', '', fields)
const own: Settings = {
  ...defaultSettings,
  configured: true,
  environment: 'sandbox',
  sandboxBaseUrl: 'https://sandbox.insurer.example',
  liveBaseUrl: '',
}
const liveUrl = 'https://api.insurer.example'

describe('settings under a policy', () => {
  it('are this computer’s own when nothing is managed', () => {
    expect(settingsInForce(own, managedConfig({}))).toEqual(own)
  })

  it('are what the organisation sets, and this computer’s own otherwise', () => {
    const set = { liveBaseUrl: liveUrl, keepReceivedDays: 30, lockAfterMinutes: 3 }
    const feed = {
      updateFeed: 'https://updates.merchant.example',
      branchName: 'Oshodi',
      statusNames: { '1': 'Open' },
      startAtLogin: true,
      notifications: false,
      sharedOutbox: false,
      notNeededLink: 'https://merchant.example/nobody-died',
      notAvailableLink: '',
    }
    expect(settingsInForce(own, managedConfig({ ...set, ...feed }))).toEqual({
      ...own,
      sandboxBaseUrl: 'https://sandbox.insurer.example',
      liveBaseUrl: liveUrl,
      keepReceivedDays: 30,
      lockAfterMinutes: 3,
      ...feed,
    })
  })

  it('have the organisation’s file store, and keep this computer’s own beneath it', () => {
    const set = storeAt('https://s3.merchant.example')
    const managed = managedConfig({ sandboxFileStore: set })
    const others = { ...set, bucket: 'own' }
    const before: Settings = { ...own, sandboxFileStore: others, liveFileStore: others }
    const inForce = settingsInForce(before, managed)
    expect(inForce).toMatchObject({ sandboxFileStore: set, liveFileStore: others })
    expect(isRefused({ sandboxFileStore: set, liveFileStore: null }, inForce, managed)).toBe(false)
    expect(isRefused({ sandboxFileStore: others, liveFileStore: others }, inForce, managed)).toBe(true)
    const after = changedOwn(before, { sandboxFileStore: set, liveFileStore: null }, managed)
    expect(after).toMatchObject({ sandboxFileStore: others, liveFileStore: null })
  })

  const practice = { environment: 'practice' } as const
  /** The first screen asks. */
  const asks = { configured: false }
  it.each<[string, Record<string, unknown>, Partial<Settings>, Partial<Settings>]>([
    ['the only one', { environments: ['live'], liveBaseUrl: liveUrl }, {}, { environment: 'live' }],
    ['one of those allowed', { environments: ['sandbox', 'practice'] }, {}, { environment: 'sandbox' }],
    ['the first with an address', { environments: ['live', 'practice'] }, {}, practice],
    ['none yet where the only one has no address', { environments: ['live'] }, {}, { ...practice, ...asks }],
    ['practice alone, unasked', { environments: 'practice' }, asks, { ...practice, configured: true }],
    ['not asked for again', { environments: ['live'], liveBaseUrl: liveUrl }, asks, asks],
  ])('have the environment: %s', (_what, fields, before, expected) => {
    expect(settingsInForce({ ...own, ...before }, managedConfig(fields))).toMatchObject(expected)
  })
})

describe('a change', () => {
  const managed = managedConfig({
    environments: ['live', 'sandbox'],
    liveBaseUrl: liveUrl,
    lockAfterMinutes: 3,
    keepReceivedDays: 30,
    updateFeed: 'https://updates.merchant.example',
    statusNames: { '1': 'Open' },
    sharedOutbox: true,
  })
  const inForce = settingsInForce(own, managed)

  it.each<[string, Partial<Settings>]>([
    ['the lock time', { lockAfterMinutes: 480 }],
    ['the lock time, to never', { lockAfterMinutes: 0 }],
    ['the retention', { keepReceivedDays: 0 }],
    ['the feed of updates', { updateFeed: null }],
    ['the names of status values', { statusNames: { '1': 'New' } }],
    ['what officers see of one another', { sharedOutbox: false }],
    ['a managed address', { liveBaseUrl: 'https://elsewhere.example' }],
    ['a managed address, to none', { liveBaseUrl: '' }],
    ['the environment, to one not allowed', { environment: 'practice' }],
    ['a managed setting behind another', { theme: 'dark', lockAfterMinutes: 4 }],
  ])('of %s is refused', (_what, patch) => {
    expect(isRefused(patch, inForce, managed)).toBe(true)
    expect(isRefused(patch, own, managedConfig({}))).toBe(false)
  })

  it.each<[string, Partial<Settings>]>([
    ['what is not managed', { theme: 'dark', notifications: false }],
    ['the environment, to one allowed', { environment: 'live' }],
    ['the address that is not managed', { liveBaseUrl: liveUrl, sandboxBaseUrl: 'https://other.example' }],
    ['a managed setting to what it is', { lockAfterMinutes: 3, statusNames: { '1': 'Open' } }],
  ])('of %s is accepted', (_what, patch) => {
    expect(isRefused(patch, inForce, managed)).toBe(false)
  })

  it('of what could not be read is refused: it would take the place of all that was chosen', async () => {
    const saved: Settings[] = []
    const settings = new OfficeSettings(
      {
        load: () => Promise.resolve({ settings: defaultSettings, isRead: false, lost: null }),
        save: (given) => {
          saved.push(given)
          return Promise.resolve(ok(null))
        },
      },
      managedConfig({}),
      () => null,
    )
    await settings.read()
    expect(await settings.change({ theme: 'dark' }, null)).toEqual(err({ type: 'locked' }))
    expect(saved).toEqual([])
  })

  it('keeps the officers’ earlier choice for when it is no longer managed', () => {
    const patch = { liveBaseUrl: liveUrl, sandboxBaseUrl: 'https://other.example', lockAfterMinutes: 3 }
    expect(
      changedOwn(own, { ...patch, sharedOutbox: false, statusNames: {}, theme: 'dark' }, managed),
    ).toEqual({
      ...own,
      liveBaseUrl: '',
      sandboxBaseUrl: 'https://other.example',
      theme: 'dark',
    })
    const onlyLive = managedConfig({ environments: ['live'], liveBaseUrl: liveUrl })
    expect(changedOwn(own, { environment: 'live', configured: true }, onlyLive)).toEqual(own)
  })
})
