import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
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
import { runTestInsurer, type TestInsurer } from '#testing/insurer/test-insurer.ts'
import type { AppServices } from '#main/app/services.ts'
import { bundleProcess } from '#testing/kills/process-bundle.ts'
import { killComputers, kills, type Seen } from './lives.ts'
import { found, openAt, type Found, type FoundPlace } from './test-office.ts'

/*
 * A process that sets a computer up from a file, or takes a signed file of head office, is killed by SIGKILL: at each
 * moment before, in and after what it writes; then perhaps the next one too, while it starts. What the
 * next start finds is a fresh computer or one that is wholly set up, with the old key or the new one, and nothing secret
 * lies in the open. A fresh one takes the same file in; one that is set up takes the signed file.
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
  const backups = backupPassphraseOf(content.branch?.secret ?? '', content.backupSalt ?? '')
  const secrets = [oldKey, newKey, oldSecret, newSecret, backups, passphrase, head.fleet.secret]
  return { head, file, content, shared, secrets }
}

async function startedAgain<T>(folder: string, look: (services: AppServices) => Promise<T>): Promise<T> {
  const services = await openAt(folder)
  try {
    return await look(services)
  } finally {
    services.orders.close()
    services.office.close()
    await services.workspace.close()
  }
}

const isWhole = (now: Found, content: FleetContent): boolean =>
  now.isSetUp && JSON.stringify(now.places) === JSON.stringify(content.places)

describe('a computer that is set up from a file', () => {
  it('is fresh or wholly set up after each kill', async () => {
    const { file, content, secrets } = await office(await insurer(oldKey))
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
      secrets,
      look,
    }
    expect(await killComputers(lives)).toEqual([])
  }, 3_600_000)
})

describe('a computer that takes a signed file of head office', () => {
  it('has the old key or the new one after each kill', async () => {
    const server = await insurer(oldKey)
    const { head, file, content, shared, secrets } = await office(server)
    const template = createTestFolder()
    await startedAgain(template, async (services) => {
      await services.setUp.choose(file)
      await services.setUp.takeIn(passphrase)
    })
    await server.close()
    await insurer(newKey, server.port)
    const other = await insurer(newKey)
    mkdirSync(shared, { recursive: true })
    const keyAlone = content.places.map((one) => ({ ...one, key: newKey }))
    const everything = [place('live', other.url, true), place('sandbox', server.url, true)]
    const tells: Readonly<Record<string, string>> = {
      key: 'key key',
      everything: 'address key store key store',
    }
    for (const [what, places] of Object.entries({ key: keyAlone, everything })) {
      const given = {
        places,
        newSecret: what === 'everything' ? ('sent' as const) : null,
        validDays: 9,
        now: new Date(),
      }
      writeFileSync(join(shared, orderFileName), makeOrder(head, given).order)
      const look = (folder: string): Promise<Seen> =>
        startedAgain(folder, async (services) => {
          const now = await found(folder, services, content)
          const isAfter = JSON.stringify(now.places) === JSON.stringify(places)
          const isBefore = JSON.stringify(now.places) === JSON.stringify(content.places)
          await services.orders.look()
          const end = await found(folder, services, content)
          const isDone = end.number === 1 && JSON.stringify(end.places) === JSON.stringify(places)
          const changes = services.orders.status()?.lastChange?.changes.map((one) => one.what) ?? []
          const told = changes.join(' ')
          const wrong = [
            ...(now.isSetUp ? [] : ['no longer set up']),
            ...mixed(now, content.places, places),
            ...(now.number === 1 && !isAfter ? ['counted as taken, and is not'] : []),
            ...(isDone ? [] : ['not taken by the next look']),
            ...(told === tells[what] ? [] : [`says that it changed ${told}`]),
          ]
          return { was: isAfter ? 'after' : isBefore ? 'still before' : 'in between', wrong }
        })
      const plan = { does: 'look', file, passphrase } as const
      const part = what === 'key' ? 'another key' : 'another place'
      const lives = { part, kills: Math.ceil(kills / 4), program, from: template, plan, secrets, look }
      expect(await killComputers(lives)).toEqual([])
    }
  }, 3_600_000)
})

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
