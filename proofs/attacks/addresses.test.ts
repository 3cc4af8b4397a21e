import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { calls } from '#shared/contract/calls.ts'
import { json, loopback } from '#testing/insurer-client/loopback-api.ts'
import { insurer, insurersKey as key, Office } from '#testing/app/office.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { managedConfigOf } from '#main/office/settings/managed/managed-config.ts'
import { testStoreAt } from '#testing/insurer/test-insurer.ts'

/*
 * A script in the page of a connected office, or whoever edits its plain files while it is closed, wants the merchant's
 * key, photos or waiting claims at a server of their own. Nobody answers main's question.
 */
const nobodyAnswers = { confirmAddress: () => Promise.resolve(false) } as const

/** A server of the thief's own, which answers like the insurer's, with what it was asked. */
async function thief(): Promise<{ readonly url: string; readonly got: readonly string[] }> {
  const got: string[] = []
  const { url } = await loopback(({ method, headers }, response) => {
    got.push(`${method} ${headers.authorization ?? '-'}`)
    json(response, { status: true, message: 'ok', data: [] })
  })
  return { url, got }
}

/** An office that has used the insurer, and is closed. */
async function usedOffice(): Promise<Office> {
  const office = await Office.open()
  await office.connect((await insurer()).url)
  await office.handlers['settings:change']({ sharedOutbox: false, lockAfterMinutes: 3 })
  await office.stop()
  return office
}

describe('the key is used nowhere else', () => {
  it('by requests of the page', async () => {
    const office = await usedOffice()
    const { url: baseUrl, got } = await thief()
    await office.start(nobodyAnswers)
    const { handlers } = office
    const to = { environment: 'live', baseUrl, evenOffline: true } as const
    const data = 'personal-data-in-place-of-a-key'
    await handlers['environment:connect']({ ...to, key: null })
    await handlers['environment:connect']({ ...to, key: data })
    await handlers['environment:connect']({ ...to, environment: 'sandbox', key: data })
    await handlers['key:set']({ key: data })
    await handlers['connection:check'](undefined)
    expect(got).toEqual([])
    const { takes } = calls['settings:change']
    for (const more of [{}, { liveBaseUrl: baseUrl }, { liveFileStore: testStoreAt(9) }])
      expect(v.is(takes, { notifications: true, ...more })).toBe(Object.keys(more).length === 0)
  })

  it('by an address that the organisation set, without the key being typed for it', async () => {
    const office = await usedOffice()
    const { url: liveBaseUrl, got } = await thief()
    await office.start({ ...nobodyAnswers, managedConfig: managedConfigOf('file', '/etc', { liveBaseUrl }) })
    await office.handlers['outbox:accept'](claimSubmission())
    await office.handlers['connection:check'](undefined)
    expect(got).toEqual([])
    expect(await office.status()).toMatchObject({ key: { type: 'other-origin' } })
  })

  it.each([
    ['what shows a used office is gone', ['data-key.json', 'settings.sealed', 'practice', 'sandbox', 'live']],
    ['the data key does not open', []],
  ])('where a file leads elsewhere, %s, and a manager types it again', async (_, gone) => {
    const office = await usedOffice()
    const { url, got } = await thief()
    office.remove('keys', ...gone)
    if (gone.length === 0) writeFileSync(join(office.folder, 'data-key.json'), '{}')
    office.writeSettings({ configured: true, environment: 'live', sandboxBaseUrl: url, liveBaseUrl: url })
    await office.start(nobodyAnswers)
    const { handlers } = office
    await handlers['key:set']({ key })
    await handlers['connection:check'](undefined)
    await handlers['environment:connect']({ environment: 'live', baseUrl: url, key, evenOffline: false })
    expect(got).toEqual([])
  })
})

describe('the settings that lie in the open', () => {
  const forged = (url: string) => ({
    ...{ configured: true, environment: 'practice', sharedOutbox: true, lockAfterMinutes: 0 },
    ...{ keepReceivedDays: 1, updateFeed: 'https://updates.thief.example', liveFileStore: testStoreAt(9) },
    ...{ sandboxBaseUrl: '', liveBaseUrl: url },
  })

  it('change nothing that the office chose, nor by being read before the keyring is open', async () => {
    const office = await usedOffice()
    const { url, got } = await thief()
    await office.start()
    const { settings } = await office.status()
    await office.stop()
    office.writeSettings({ ...settings, ...forged(url) })
    for (const available of [true, false]) {
      office.store.available = available
      await office.start()
      await office.handlers['connection:check'](undefined)
      if (!available) {
        expect((await office.status()).settings).toMatchObject({ liveBaseUrl: '', keepReceivedDays: 365 })
        expect(await office.handlers['settings:change']({ lockAfterMinutes: 0 })).toMatchObject({ ok: false })
      }
      office.store.available = true
      await office.handlers['app:storage-retry'](undefined)
      expect(await office.status()).toMatchObject({ settings, storage: { type: 'ready' } })
      await office.stop()
    }
    expect(got).toEqual([])
  })

  it('give no address when the sealed ones are removed', async () => {
    const office = await usedOffice()
    const { url, got } = await thief()
    office.writeSettings({ ...forged(url), environment: 'live' })
    office.remove('settings.sealed')
    await office.start()
    await office.handlers['outbox:accept'](claimSubmission())
    await office.handlers['connection:check'](undefined)
    expect(got).toEqual([])
    const lost = { environment: 'live', settings: { liveBaseUrl: '' }, settingsLost: { keptAs: null } }
    expect(await office.status()).toMatchObject(lost)
  })
})
