import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { makeOrder } from '../../scripts/head-office/make-files.ts'
import { newFleetSecret } from '../../scripts/head-office/new-fleet.ts'
import type { FleetPlace, SetUpContent } from '#main/office/head-office/fleet-content.ts'
import { orderFileName } from '#main/office/head-office/order-format.ts'
import { openFolderFeed } from '#main/office/head-office/testing/folder-feed.ts'
import { backupPassphraseOf } from '#main/office/head-office/kept-fleet.ts'
import { fleetFile, headOffice, passphrase } from '#main/office/head-office/testing/head-office.ts'
import { createTestFolder } from '#main/platform/keys/testing/folder.ts'
import { seededRandom } from '#main/practice/data/random.ts'
import { runTestInsurer, type TestInsurer } from '#proofs/insurer/test-insurer.ts'
import type { AppServices } from '#main/app/services.ts'
import { inLanes } from '../in-lanes.ts'
import type { Kill } from '../kills/killed-process.ts'
import { bundleProcess } from '../kills/process-bundle.ts'
import { proofSize, recordFigure } from '../proof.ts'
import { KilledComputer } from './killed-computer.ts'
import { found, openAt, type Found, type FoundPlace } from './test-office.ts'

/*
 * A process that sets a computer up from a file, or takes a signed file of head office, is killed by SIGKILL: at each
 * moment before, in and after what it writes, and at any time; then perhaps the next one too, while it starts. What the
 * next start finds is a fresh computer or one that is wholly set up, with the old key or the new one, and nothing secret
 * lies in the open. A fresh one takes the same file in; one that is set up takes the signed file.
 */

const kills = proofSize('CLAIMS_DESK_SET_UP_KILLS', { short: 8, medium: 240, long: 2_000, quick: 2 })
const seed = Number(process.env['CLAIMS_DESK_SET_UP_SEED'] ?? Date.now() % 1_000_000_000)
/** Lives side by side. */
const lanes = 2

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
  const server = await runTestInsurer({ file: ':memory:', pharmacyCount: 5, key, port })
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
    links: { type: 'public' as const, base: 'https://files.example' },
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
  const backups = backupPassphraseOf(content.branchSecret, content.backupSalt ?? '')
  const secrets = [oldKey, newKey, oldSecret, newSecret, backups, passphrase, head.fleet.secret]
  return { head, file, content, shared, secrets }
}

/** Where the nth life is killed: spread over all moments, and every fourth at any time. */
function killOf(n: number, moments: number, random: ReturnType<typeof seededRandom>): Kill {
  if (n % 4 === 3) return { type: 'after', delayMs: random.integer(0, 300) }
  const each = Math.max(1, Math.floor((kills * 3) / 4 / moments))
  const step = Math.floor((n - Math.floor(n / 4)) / each)
  return { type: 'at', moment: 1 + ((seed + step * spread(moments)) % moments) }
}

// A stride that comes to every moment, the far ones early.
function spread(moments: number): number {
  const common = (a: number, b: number): number => (b === 0 ? a : common(b, a % b))
  let stride = Math.max(1, Math.floor(moments * 0.382))
  while (common(stride, moments) !== 1) stride += 1
  return stride
}

/** Lives so many lives, a few at a time. @returns what was wrong */
async function livesOf(count: number, live: (n: number) => Promise<readonly string[]>): Promise<string[]> {
  return (await inLanes(lanes, Array.from({ length: count }), (_, n) => live(n))).flat()
}

async function startedAgain<T>(folder: string, look: (services: AppServices) => Promise<T>): Promise<T> {
  const services = await openAt(folder)
  try {
    return await look(services)
  } finally {
    services.orders.close()
    await services.office.close(10_000)
    await services.workspace.close()
  }
}

const isWhole = (now: Found, content: SetUpContent): boolean =>
  now.isSetUp && JSON.stringify(now.places) === JSON.stringify(content.places)

describe('a computer that is set up from a file', () => {
  it('is fresh or wholly set up after each kill', async () => {
    const { file, content, secrets } = await office(await insurer(oldKey))
    const random = seededRandom(seed)
    const plan = { does: 'take-in', file, passphrase } as const
    const first = new KilledComputer(program, null)
    const moments = (await first.run(plan, null)) ?? 1
    first.remove()
    const seen = { killed: 0, 'killed twice': 0, fresh: 0, 'set up': 0 }
    const points = new Set<number>()
    const live = async (n: number): Promise<readonly string[]> => {
      const wrong: string[] = []
      const kill = killOf(n, moments, random)
      const name = `kill ${JSON.stringify(kill)}`
      const computer = new KilledComputer(program, null)
      if ((await computer.run(plan, kill)) === null) seen.killed += 1
      if (kill?.type === 'at') points.add(kill.moment)
      if (n % 3 === 1) {
        const again = await computer.run(
          { ...plan, does: 'start' },
          { type: 'at', moment: random.integer(1, 60) },
        )
        if (again === null) seen['killed twice'] += 1
      }
      const open = computer.filesWith(secrets)
      if (open.length > 0) wrong.push(`${name}: a secret lies in ${open.join(', ')}`)
      await startedAgain(computer.folder, async (services) => {
        const now = await found(computer.folder, services, content)
        if (isWhole(now, content)) {
          seen['set up'] += 1
          return
        }
        seen.fresh += 1
        if (!now.isFresh)
          wrong.push(`${name}: neither fresh nor set up: ${JSON.stringify({ ...now, places: 0 })}`)
        await services.setUp.choose(file)
        const taken = await services.setUp.takeIn(passphrase)
        const isTaken = taken.ok && taken.value.type === 'set-up' && (await services.setUp.start()).ok
        if (!isTaken) wrong.push(`${name}: the file cannot be taken in`)
      })
      const last = await startedAgain(computer.folder, (services) =>
        found(computer.folder, services, content),
      )
      if (!isWhole(last, content)) wrong.push(`${name}: not set up in the end`)
      if (computer.filesWith(secrets).length > 0) wrong.push(`${name}: a secret lies in the open in the end`)
      computer.remove()
      return wrong
    }
    const wrong = await livesOf(Math.ceil(kills / 2), live)
    recordFigure({
      proof: 'set-up',
      tried: { part: 'from a file', moments, 'moments killed at': points.size, seed },
      seen: { ...seen, wrong: wrong.length },
    })
    expect(wrong).toEqual([])
    expect(seen.killed).toBeGreaterThan(kills / 4)
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
      await services.setUp.start()
    })
    await server.close()
    await insurer(newKey, server.port)
    const other = await insurer(newKey)
    mkdirSync(shared, { recursive: true })
    const keyAlone = content.places.map((one) => ({ ...one, key: newKey }))
    const everything = [place('live', other.url, true), place('sandbox', server.url, true)]
    const random = seededRandom(seed + 1)
    const plan = { does: 'look', file, passphrase } as const
    const seen = { killed: 0, 'still before': 0, 'in between': 0, after: 0 }
    const points = new Set<number>()
    const tells: Readonly<Record<string, string>> = {
      key: 'key key',
      everything: 'address key store key store',
    }
    const wrong: string[] = []
    let all = 0
    for (const [what, places] of Object.entries({ key: keyAlone, everything })) {
      const given = { places, withNewSecret: what === 'everything', validDays: 9, now: new Date() }
      writeFileSync(join(shared, orderFileName), makeOrder(head, given).order)
      const first = new KilledComputer(program, template)
      const moments = (await first.run(plan, null)) ?? 1
      first.remove()
      all += moments
      const live = async (n: number): Promise<readonly string[]> => {
        const bad: string[] = []
        const kill = killOf(n, moments, random)
        const name = `${what}, kill ${JSON.stringify(kill)}`
        const computer = new KilledComputer(program, template)
        if ((await computer.run(plan, kill)) === null) seen.killed += 1
        if (kill?.type === 'at') points.add(kill.moment)
        if (computer.filesWith(secrets).length > 0) bad.push(`${name}: a secret lies in the open`)
        await startedAgain(computer.folder, async (services) => {
          const now = await found(computer.folder, services, content)
          if (!now.isSetUp) bad.push(`${name}: no longer set up`)
          bad.push(...mixed(now, content.places, places).map((one) => `${name}: ${one}`))
          const isAfter = JSON.stringify(now.places) === JSON.stringify(places)
          const isBefore = JSON.stringify(now.places) === JSON.stringify(content.places)
          seen[isAfter ? 'after' : isBefore ? 'still before' : 'in between'] += 1
          if (now.number === 1 && !isAfter) bad.push(`${name}: counted as taken, and is not`)
          await services.orders.look()
          const end = await found(computer.folder, services, content)
          const isDone = end.number === 1 && JSON.stringify(end.places) === JSON.stringify(places)
          if (!isDone) bad.push(`${name}: not taken by the next look`)
          const told = services.orders
            .status()
            ?.lastChange?.changes.map((one) => one.what)
            .join(' ')
          if (told !== tells[what]) bad.push(`${name}: says that it changed ${String(told)}`)
        })
        computer.remove()
        return bad
      }
      wrong.push(...(await livesOf(Math.ceil(kills / 4), live)))
    }
    recordFigure({
      proof: 'set-up',
      tried: { part: 'another key', moments: all, 'moments killed at': points.size, seed },
      seen: { ...seen, wrong: wrong.length },
    })
    expect(wrong).toEqual([])
    expect(seen.killed).toBeGreaterThan(kills / 4)
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
