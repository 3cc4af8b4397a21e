import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { calls } from '#shared/contract/calls.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { managedConfigOf } from '#main/office/settings/managed/managed-config.ts'
import { startOffice, usedPlace } from './office.ts'
import { insurer, key, thief } from './servers.ts'

/*
 * A script in the page of a connected office, or whoever edits its plain files, wants the merchant's key or the waiting
 * claims at a server of their own. Nobody answers main's question. That server must not get a single request.
 */
it('by requests of the page', async () => {
  const place = await usedPlace((await insurer()).url)
  const other = await thief()
  const { handlers } = await startOffice({}, place)
  const to = { environment: 'live' as const, baseUrl: other.url }
  await handlers['environment:connect']({ ...to, key: null, evenOffline: true })
  await handlers['environment:connect']({ ...to, key: 'personal-data-in-place-of-a-key', evenOffline: true })
  await handlers['environment:connect']({
    ...to,
    environment: 'sandbox',
    key: 'personal-data-in-place-of-a-key',
    evenOffline: true,
  })
  const patch = { liveBaseUrl: other.url, sandboxBaseUrl: '' }
  const taken = v.safeParse(calls['settings:change'].takes, patch)
  if (taken.success) await handlers['settings:change'](taken.output)
  await handlers['connection:check'](undefined)
  await handlers['key:set']({ key: 'personal-data-in-place-of-a-key' })
  await handlers['connection:check'](undefined)
  expect(other.got).toEqual([])
})

it('by an address written into the settings file', async () => {
  const place = await usedPlace((await insurer()).url)
  const other = await thief()
  const settings = { configured: true, environment: 'live', sandboxBaseUrl: '', liveBaseUrl: other.url }
  writeFileSync(join(place.folder, 'settings.json'), JSON.stringify(settings))
  const { handlers } = await startOffice({}, place)
  await handlers['outbox:accept'](claimSubmission())
  await handlers['connection:check'](undefined)
  expect(other.got.filter((request) => request.includes(key))).toEqual([])
})

it('by an address that the organisation set, without the key being typed for it', async () => {
  const place = await usedPlace((await insurer()).url)
  const other = await thief()
  const managedConfig = managedConfigOf('file', '/etc', { liveBaseUrl: other.url })
  const { handlers } = await startOffice({ managedConfig }, place)
  await handlers['outbox:accept'](claimSubmission())
  await handlers['connection:check'](undefined)
  expect(other.got).toEqual([])
  const status = await handlers['app:status'](undefined)
  expect(status).toMatchObject({ value: { key: { type: 'other-origin' } } })
})
