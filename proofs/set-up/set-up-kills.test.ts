import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { makeOrder } from '../../scripts/head-office/make-files.ts'
import { newFleetSecret } from '../../scripts/head-office/new-fleet.ts'
import type { FleetContent, FleetPlace } from '#main/office/head-office/fleet-content.ts'
import { orderFileName } from '#main/office/head-office/order-format.ts'
import { openFolderFeed } from '#testing/head-office/folder-feed.ts'
import { backupPassphraseOf } from '#main/office/head-office/kept-fleet.ts'
import { fleetFile, headOffice, passphrase } from '#testing/head-office/head-office.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { claimSubmission, madeUpDraft } from '#testing/outbox/made-up.ts'
import { runTestInsurer, type TestInsurer } from '#testing/insurer/test-insurer.ts'
import type { AppServices } from '#main/app/services.ts'
import { storageOf } from '#testing/app/storage-of.ts'
import { bundleProcess } from '#testing/kills/process-bundle.ts'
import { killComputers, kills, type Seen } from './lives.ts'
import { found, openAt, type Found, type FoundPlace } from './test-office.ts'

/*
 * A process that sets a computer up from a file, or takes a signed file of head office or a newer one of its branch, is
 * killed by SIGKILL: at each moment before, in and after what it writes; then perhaps the next one too, while it starts.
 * What the next start finds is a fresh computer or one that is wholly set up, with the old key or the new one, with the
 * work of its officers, and nothing secret lies in the open. The same file is taken then.
 */

const oldKey = 'made-up-key-of-the-insurer'
const newKey = 'made-up-key-number-two'
const oldSecret = 'made-up-secret-of-the-store'
const newSecret = 'made-up-secret-number-two'

let program = ''
beforeAll(async () => {
  const folder = join(import.meta.dirname, '../../node_modules/.cache/set-up-kills', String(process.pid))
  program = await bundleProcess('proofs/set-up/set-up-process.ts', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}, 60_000)

async function insurer(key: string, port = 0): Promise<TestInsurer> {
  const server = await runTestInsurer({ file: null, pharmacyCount: 5, key, port })
  onTestFinished(() => server.close())
  return server
}

function place(environment: FleetPlace['environment'], baseUrl: string, isNew = false): FleetPlace {
  const store = {
    endpoint: isNew ? 'https://other.example' : 'https://store.example',
    region: 'auto',
    bucket: 'claims',
    prefix: '',
    style: 'path' as const,
    links: 'https://files.example',
  }
  const secret = isNew ? newSecret : oldSecret
  return {
    environment,
    baseUrl,
    key: isNew ? newKey : oldKey,
    fileStore: { store, accessKey: { id: 'branches', secret } },
  }
}

/** Head office, and a set-up file that has everything. */
async function office(server: TestInsurer) {
  const shared = createTestFolder()
  const feed = await openFolderFeed(shared)
  onTestFinished(() => feed.close())
  const wish = { baseUrl: server.url, settings: { updateFeed: feed.url } }
  const head = {
    ...headOffice(wish),
    places: [place('live', server.url), place('sandbox', server.url)],
    backupSalts: [newFleetSecret()],
  }
  const { file, content } = await fleetFile(wish, head)
  return { head, file, content, shared }
}

/** What of these contents may stand in no file. */
function secretsOf(...contents: readonly FleetContent[]): readonly string[] {
  const own = contents.flatMap(({ fleet, branch, backupSalt }) => [
    fleet.secret,
    backupPassphraseOf(branch?.secret ?? '', backupSalt ?? ''),
  ])
  return [oldKey, newKey, oldSecret, newSecret, passphrase, ...own]
}

async function startedAgain<T>(folder: string, look: (services: AppServices) => Promise<T>): Promise<T> {
  const services = await openAt(folder)
  try {
    return await look(services)
  } finally {
    await services.close()
  }
}

const isWhole = (now: Found, content: FleetContent): boolean =>
  now.isSetUp && JSON.stringify(now.places) === JSON.stringify(content.places)

describe('a computer that is set up from a file', () => {
  it('is fresh or wholly set up after each kill', async () => {
    const { file, content } = await office(await insurer(oldKey))
    const look = async (folder: string): Promise<Seen> => {
      const wrong: string[] = []
      const was = await startedAgain(folder, async (services) => {
        const now = await found(folder, services, content)
        if (isWhole(now, content)) return 'set up'
        if (!now.isFresh) wrong.push(`neither fresh nor set up: ${JSON.stringify({ ...now, places: 0 })}`)
        await services.setUp.choose(file)
        const taken = await services.setUp.takeIn(passphrase)
        if (!taken.ok || taken.value.type !== 'set-up') wrong.push('the file cannot be taken in')
        return 'fresh'
      })
      const last = await startedAgain(folder, (services) => found(folder, services, content))
      return { was, wrong: isWhole(last, content) ? wrong : [...wrong, 'not set up in the end'] }
    }
    const plan = { does: 'take-in', file, passphrase } as const
    const lives = {
      part: 'from a file',
      kills: Math.ceil(kills / 2),
      program,
      from: null,
      plan,
      secrets: secretsOf(content),
      look,
    }
    expect(await killComputers(lives)).toEqual([])
  }, 3_600_000)
})

describe('a computer in use that takes a signed file of head office, or a newer one of its branch', () => {
  it('has what it had or what it is given after each kill, and the work of its officers', async () => {
    const server = await insurer(oldKey)
    const { head, file, content, shared } = await office(server)
    const template = createTestFolder()
    await startedAgain(template, async (services) => {
      await services.setUp.choose(file)
      await services.setUp.takeIn(passphrase)
    })
    const work = await startedAgain(template, (services) => {
      const { engine, outbox, drafts } = storageOf(services)
      engine.pause(true)
      for (const claim of [claimSubmission(), claimSubmission()])
        outbox.accept(claim, new Date().toISOString())
      drafts.save(madeUpDraft())
      return Promise.resolve(workOf(template, services))
    })
    await server.close()
    await insurer(newKey, server.port)
    const other = await insurer(newKey)
    mkdirSync(shared, { recursive: true })
    const keyAlone = content.places.map((one) => ({ ...one, key: newKey }))
    const everything = [place('live', other.url, true), place('sandbox', server.url, true)]
    const rows = [
      { part: 'another key', change: { places: keyAlone }, tells: 'key key' },
      {
        part: 'another place',
        change: { places: everything, newSecret: 'sent' },
        tells: 'address key store key store',
      },
      {
        part: 'a renewal',
        change: { places: everything, newSecret: 'by-hand', withNewPassphrase: true },
        tells: 'address key store key store backup-passphrase',
      },
    ] as const
    for (const { part, change, tells } of rows) {
      const made = makeOrder(head, { ...change, validDays: 9, now: new Date() })
      writeFileSync(join(shared, orderFileName), made.order)
      const after = await fleetFile({ baseUrl: server.url }, made.file)
      const { places } = after.content
      const isRenewal = part === 'a renewal'
      const look = (folder: string): Promise<Seen> =>
        startedAgain(folder, async (services) => {
          const now = await found(folder, services, content)
          const renewed = await found(folder, services, after.content)
          const isAfter = JSON.stringify(now.places) === JSON.stringify(places)
          const isBefore = JSON.stringify(now.places) === JSON.stringify(content.places)
          if (isRenewal) {
            await services.setUp.choose(after.file)
            await services.setUp.takeIn(passphrase)
            await services.orders.reload()
          }
          await services.orders.look()
          const end = await found(folder, services, after.content)
          const status = services.orders.status()
          const told = status?.lastChange?.changes.map((one) => one.what).join(' ')
          const wrong = [
            ...(now.isSetUp || renewed.isSetUp ? [] : ['no longer set up']),
            ...mixed(now, content.places, places),
            ...(now.number === 1 && !isWhole(renewed, after.content) ? ['counted as taken, and is not'] : []),
            ...(end.number === 1 && isWhole(end, after.content) ? [] : ['not taken when it comes again']),
            ...(status?.problem === null ? [] : ['head office’s next file is not read']),
            ...(told === tells ? [] : [`says that it changed ${told}`]),
            ...(workOf(folder, services) === work ? [] : ['the officers’ work is another']),
          ]
          return { was: isAfter ? 'after' : isBefore ? 'still before' : 'in between', wrong }
        })
      const does = isRenewal ? ('take-in' as const) : ('look' as const)
      const plan = { does, file: after.file, passphrase }
      const secrets = secretsOf(content, after.content)
      const lives = { part, kills: Math.ceil(kills / 4), program, from: template, plan, secrets, look }
      expect(await killComputers(lives)).toEqual([])
    }
  }, 3_600_000)
})

/** The officers of a computer, what waits there and its drafts. */
function workOf(folder: string, services: AppServices): string {
  const { outbox, drafts } = storageOf(services)
  const officers = readFileSync(join(folder, 'officers.json'), 'base64')
  return JSON.stringify([officers, [...outbox.undelivered()], drafts.kept()])
}

/** Of each place the address with its key, and the store with its access key, are both the old ones or both the new. */
function mixed(now: Found, before: readonly FleetPlace[], after: readonly FleetPlace[]): readonly string[] {
  const pairs = { 'no key for its address': keyPair, 'no access key for its store': storePair }
  return now.places.flatMap((one, n) =>
    Object.entries(pairs).flatMap(([what, pairOf]) => {
      const may = [before[n], after[n]].map((place) => (place === undefined ? '' : pairOf(place)))
      return may.includes(pairOf(one)) ? [] : [what]
    }),
  )
}

const keyPair = ({ baseUrl, key }: FoundPlace): string => JSON.stringify({ baseUrl, key })
const storePair = ({ fileStore }: FoundPlace): string => JSON.stringify(fileStore)
