import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { requestChannels } from '#shared/contract/calls.ts'
import { makeOrder, sealOrder } from '../../scripts/head-office/make-files.ts'
import { newFleet } from '../../scripts/head-office/new-fleet.ts'
import type { FleetContent } from '#main/office/head-office/fleet-content.ts'
import { orderFileName } from '#main/office/head-office/order-format.ts'
import { insurer, insurersKey, Office } from '#testing/app/office.ts'
import { openFolderFeed } from '#testing/head-office/folder-feed.ts'
import { answering, fleetFile, headOffice, passphrase } from '#testing/head-office/head-office.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { managedConfigOf } from '#main/office/settings/managed/managed-config.ts'
import { validArguments } from '#testing/requests/valid-arguments.ts'

/*
 * What head office sends to its computers, in the hands of a script in the page, a finder of the files, and somebody
 * who answers for the feed.
 */
it('no answer to the page has anything secret of a set-up file, before, while and after it is taken in', async () => {
  const { file, content, pins } = await fleetFile({ baseUrl: (await insurer()).url })
  const { services } = await Office.open({ setUpDialogs: answering(true) })
  const answers: unknown[] = [await services.setUp.choose(file)]
  answers.push(await services.setUp.takeIn('not the passphrase'))
  answers.push(await services.setUp.takeIn(passphrase))
  for (const channel of requestChannels) {
    if (channel === 'environment:connect' || !/^(app|set-up|settings|office|environment)/.test(channel))
      continue
    const handler = services.handlers[channel] as (given: unknown) => unknown
    for (const argument of validArguments(channel)) answers.push(await handler(argument))
  }
  const text = JSON.stringify(answers)
  const { secret, publicKey } = content.fleet
  for (const one of [insurersKey, passphrase, secret, publicKey, ...Object.values(pins)])
    expect(text).not.toContain(one)
})

it('a signed file by somebody else, an earlier one, or one in the feed of a strange computer moves no key', async () => {
  const [server, other] = [await insurer(), await insurer()]
  const shared = createTestFolder()
  const feed = await openFolderFeed(shared)
  onTestFinished(() => feed.close())
  const settings = { updateFeed: feed.url }
  const { file, office: head, content } = await fleetFile({ baseUrl: server.url, settings })
  const { services } = await Office.open({ setUpDialogs: answering(true) })
  await services.setUp.choose(file)
  expect(await services.setUp.takeIn(passphrase)).toMatchObject({ value: { type: 'set-up' } })
  await services.orders.reload()
  const look = async (bytes: Buffer, computer = services): Promise<unknown> => {
    writeFileSync(join(shared, orderFileName), bytes)
    await computer.orders.look()
    return computer.orders.status()?.problem ?? null
  }
  const elsewhere = [{ environment: 'live' as const, baseUrl: other.url, key: insurersKey, fileStore: null }]
  const given = { validDays: 60, now: new Date() }
  const [ours, theirs] = [
    { ...given, places: head.places },
    { ...given, places: elsewhere },
  ]
  const { order: first, file: after } = makeOrder(head, ours)
  // With the fleet's secret, which every computer has, and a key of their own.
  const { privateKey } = newFleet()
  expect(await look(makeOrder({ ...head, privateKey }, theirs).order)).toBe('forged')
  expect(await look(makeOrder(headOffice({ baseUrl: other.url }), theirs).order)).toBe('unreadable')
  const signed = (change: Partial<FleetContent>): Buffer =>
    sealOrder({ ...content, places: elsewhere, ...change }, head.privateKey, head.fleet.secret)
  const ofAnother = signed({ fleet: { ...newFleet().fleet, number: 9 }, branch: null })
  expect(await look(ofAnother)).toBe('not-understood')
  // What a new computer alone is given, its officers, under a signature.
  expect(await look(signed({ fleet: { ...head.fleet, number: 9 } }))).toBe('not-understood')
  expect(await look(first)).toBeNull()
  expect(await look(makeOrder(after, ours).order)).toBeNull()
  expect(await look(first)).toBe('older')
  const strange = await Office.open({ managedConfig: managedConfigOf('file', '/etc', settings) })
  expect(await look(makeOrder(head, theirs).order, strange.services)).toBeNull()
  expect(other.arrivals('all-pharmacies')).toBe(0)
  const { api } = services.workspace.environment.connection
  expect(await api.checkConnection()).toEqual({ type: 'works' })
})
