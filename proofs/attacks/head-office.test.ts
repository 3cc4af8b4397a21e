import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { requestChannels } from '#shared/contract/calls.ts'
import { makeOrder, sealOrder } from '../../scripts/head-office/make-files.ts'
import { newFleet } from '../../scripts/head-office/new-fleet.ts'
import type { FleetContent } from '#main/office/head-office/fleet-content.ts'
import { orderFileName } from '#main/office/head-office/order-format.ts'
import { openFolderFeed } from '#testing/head-office/folder-feed.ts'
import { answering, cheap, fleetFile, headOffice, passphrase } from '#testing/head-office/head-office.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import type { AppServices } from '#main/app/services.ts'
import { managedConfigOf } from '#main/office/settings/managed/managed-config.ts'
import { validArguments } from '#testing/requests/valid-arguments.ts'
import { startOffice } from './office.ts'
import { insurer, key, thief } from './servers.ts'

/*
 * What head office sends to its computers, in the hands of a script in the page, a finder of the files, and somebody
 * who answers for the feed.
 */
async function newComputer(answer = true): Promise<AppServices> {
  return await startOffice({ setUpDialogs: answering(answer), secretCost: cheap })
}

async function setUp(file: string): Promise<AppServices> {
  const office = await newComputer()
  await office.setUp.choose(file)
  expect(await office.setUp.takeIn(passphrase)).toMatchObject({ value: { type: 'set-up' } })
  await office.orders.reload()
  return office
}

it('no answer to the page has anything secret of a set-up file, before, while and after it is taken in', async () => {
  const { file, content, pins } = await fleetFile({ baseUrl: (await insurer()).url })
  const office = await newComputer()
  const answers: unknown[] = [await office.setUp.choose(file)]
  const channels = requestChannels.filter((channel) =>
    /^(app|set-up|settings|office|environment)/.test(channel),
  )
  const askAll = async (): Promise<void> => {
    for (const channel of channels.filter((one) => one !== 'environment:connect')) {
      for (const argument of validArguments(channel)) {
        const handler = office.handlers[channel] as (given: unknown) => unknown
        answers.push(await handler(argument))
      }
    }
  }
  answers.push(await office.setUp.takeIn('not the passphrase'))
  answers.push(await office.setUp.takeIn(passphrase))
  await askAll()
  const text = JSON.stringify(answers)
  for (const secret of [
    key,
    passphrase,
    content.fleet.secret,
    content.fleet.publicKey,
    ...Object.values(pins),
  ]) {
    expect(text).not.toContain(secret)
  }
})

it('a script that knows the passphrase sets nothing up, and sends nothing, while nobody agrees', async () => {
  const other = await thief()
  const { file } = await fleetFile({ baseUrl: other.url })
  const office = await newComputer(false)
  await office.setUp.choose(file)
  expect(await office.handlers['set-up:take-in']({ passphrase })).toMatchObject({
    value: { type: 'cancelled' },
  })
  expect(office.workspace.settings).toMatchObject({ environment: 'practice', configured: false })
  expect(other.got).toEqual([])
})

it('what is sealed in one set-up file does not open under the header of another', async () => {
  const server = await insurer()
  const one = readFileSync((await fleetFile({ baseUrl: server.url })).file)
  const { file } = await fleetFile({ baseUrl: (await thief()).url })
  const other = readFileSync(file)
  const headBytes = 12 + one.readUInt32BE(8) + 64
  writeFileSync(file, Buffer.concat([one.subarray(0, headBytes), other.subarray(headBytes)]))
  const office = await newComputer()
  await office.setUp.choose(file)
  expect(await office.setUp.takeIn(passphrase)).toMatchObject({ value: { why: 'damaged' } })
})

it('a signed file by somebody else, an earlier one, or one in the feed of a strange computer moves no key', async () => {
  const server = await insurer()
  const other = await thief()
  const shared = createTestFolder()
  const feed = await openFolderFeed(shared)
  onTestFinished(() => feed.close())
  const place = join(shared, orderFileName)
  const {
    file,
    office: head,
    content,
  } = await fleetFile({
    baseUrl: server.url,
    settings: { updateFeed: feed.url },
  })
  const office = await setUp(file)
  const look = async (bytes: Buffer, computer = office): Promise<unknown> => {
    writeFileSync(place, bytes)
    await computer.orders.look()
    return computer.orders.status()?.problem ?? null
  }
  const now = new Date()
  const elsewhere = [{ environment: 'live' as const, baseUrl: other.url, key: 'their-key', fileStore: null }]
  const given = { withNewSecret: false, validDays: 60, now }
  const { order: first, file: after } = makeOrder(head, { ...given, places: head.places })
  // With the fleet's secret, which every computer has, and a key of their own.
  const { privateKey } = newFleet()
  expect(await look(makeOrder({ ...head, privateKey }, { ...given, places: elsewhere }).order)).toBe('forged')
  const theirs = makeOrder(headOffice({ baseUrl: other.url }), { ...given, places: elsewhere })
  expect(await look(theirs.order)).toBe('unreadable')
  const signed = (change: Partial<FleetContent>): Buffer =>
    sealOrder({ ...content, places: elsewhere, ...change }, head.privateKey, head.fleet.secret)
  const ofAnother = signed({ fleet: { ...newFleet().fleet, number: 9 }, branch: null })
  expect(await look(ofAnother)).toBe('not-understood')
  // What a new computer alone is given, its officers, under a signature.
  expect(await look(signed({ fleet: { ...head.fleet, number: 9 } }))).toBe('not-understood')
  expect(await look(first)).toBeNull()
  expect(await look(makeOrder(after, { ...given, places: head.places }).order)).toBeNull()
  expect(await look(first)).toBe('older')
  const managedConfig = managedConfigOf('file', '/etc', { updateFeed: feed.url })
  const strange = await startOffice({ managedConfig })
  expect(await look(makeOrder(head, { ...given, places: elsewhere }).order, strange)).toBeNull()
  expect(other.got).toEqual([])
  const { api } = office.workspace.environment.connection
  expect(await api.checkConnection()).toEqual({ type: 'works' })
})
