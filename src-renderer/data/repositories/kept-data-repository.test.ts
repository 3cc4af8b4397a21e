import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { policyNumberOf, type PolicyNumber } from '#shared/domain/policy-number.ts'
import type { Environment } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import type { KeptEntryLine } from '#shared/contract/kept-data.ts'
import type { RowKeys } from '#shared/contract/officer-status.ts'
import type { EntryStateName } from '#shared/outbox/entry.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { FakeMain } from '#renderer/testing/fake-main.ts'
import type { KeptOfPolicy } from './kept-data-repository.ts'
import { openRepositories, type Repositories } from './open-repositories.ts'
import { openPageStorage } from './page-storage.ts'
import { madeUpClaims, practiceStatus } from './testing/made-up.ts'
import { readWholeList } from './testing/whole-list.ts'

let main: FakeMain
let entries: Partial<Record<Environment, readonly KeptEntryLine[]>>
/** Environments whose files main cannot open. */
let unreadable: readonly Environment[]
let closedKeys: RowKeys
let repositories: Repositories

const keyOf = (number: number): string => btoa(String.fromCharCode(...new Uint8Array(32).fill(number)))

/** Main's part of the stored data, per environment. */
const answers: ConstructorParameters<typeof FakeMain>[0] = {
  'privacy:clear-practice': () => ok(null),
  'privacy:about-policy': ({ environment }) =>
    inEnvironment(environment, () =>
      ok({
        entries: entries[environment] ?? [],
        historyLines: 0,
        drafts: 0,
        keptDetails: 0,
        attachmentFiles: 0,
        uploadedFiles: 0,
        filesAside: [],
        copies: 0,
      }),
    ),
  'privacy:forget-policy': ({ environment }) =>
    inEnvironment(environment, () => {
      const { office, earlier } = closedKeys
      if (environment === 'sandbox') {
        closedKeys = { office: keyOf(9), earlier: [...earlier, office], generation: 'second' }
      }
      const count = entries[environment]?.length ?? 0
      return ok({
        type: 'forgotten',
        entries: count,
        drafts: 0,
        keptDetails: 0,
        filesAside: 0,
        isDestroyed: true,
      })
    }),
  'privacy:row-keys': ({ environment }) => inEnvironment(environment, () => ok(closedKeys)),
  'privacy:rows-sealed': ({ environment }) => inEnvironment(environment, () => ok(null)),
}

function inEnvironment<T>(environment: Environment, answer: () => Result<T, Failure>): Result<T, Failure> {
  return unreadable.includes(environment) ? err({ type: 'storage-unavailable' }) : answer()
}

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  main = new FakeMain(answers)
  entries = {}
  unreadable = []
  closedKeys = { office: keyOf(8), earlier: [], generation: 'first' }
  const opened = valueOf(await openRepositories(practiceStatus))
  repositories = opened
  onTestFinished(() => opened.close())
})

function valueOf<T>(result: Result<T, object>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

async function aboutOpen(policyNumber: PolicyNumber): Promise<KeptOfPolicy | undefined> {
  return valueOf(await repositories.keptData.about(policyNumber)).places[0]
}

const channels = (): readonly string[] => main.asked.map(({ channel }) => channel)
const line = (state: EntryStateName): KeptEntryLine => ({
  kind: 'claim',
  product: 'keke',
  acceptedAt: '2026-11-20T09:00:00.000Z',
  state,
})

async function countOf(table: 'claimChunks' | 'claimLists'): Promise<number> {
  const storage = valueOf(await openPageStorage('practice'))
  const count = valueOf(await storage.use((database) => database.table(table).count()))
  storage.close()
  return count
}

/** Stores everything the page can hold about the policy of the first made-up claim, and about another. */
async function keepEverything(): Promise<PolicyNumber> {
  const claims = madeUpClaims('keke', 700)
  const [claim] = claims
  if (claim === undefined) throw new Error('There is no claim.')
  const policyNumber = policyNumberOf(claim.policyNumber)
  main.claims.keke = claims
  await readWholeList(repositories.claims, 'keke')
  return policyNumber
}

describe('forgetting a policy', () => {
  it('removes its list rows, and nothing else', async () => {
    const policyNumber = await keepEverything()
    const about = await aboutOpen(policyNumber)
    expect(about).toMatchObject({ listedClaims: 1, owed: 0 })

    valueOf(await repositories.keptData.forget(policyNumber, { filesAside: false }))
    expect(await aboutOpen(policyNumber)).toMatchObject({ listedClaims: 0 })
    expect(valueOf(await repositories.claims.keptList('keke'))?.listed.claims).toHaveLength(699)
    // Main rewrites its file last, so this page must write nothing to it afterwards.
    const forgetting = main.asked.findLastIndex(({ channel }) => channel === 'privacy:forget-policy')
    const after = main.asked.slice(forgetting + 1).map(({ channel }) => channel)
    expect(after.filter((channel) => !channel.startsWith('privacy:'))).toEqual([])
  })

  it('removes nothing while an entry is not delivered', async () => {
    const policyNumber = await keepEverything()
    entries = { practice: [line('unconfirmed')] }
    const answer = valueOf(await repositories.keptData.forget(policyNumber, { filesAside: false }))
    expect(answer).toEqual({ type: 'not-delivered' })
    expect(await aboutOpen(policyNumber)).toMatchObject({ listedClaims: 1 })
    expect(channels()).not.toContain('privacy:forget-policy')
  })

  it('deletes a list that cannot be opened', async () => {
    await keepEverything()
    const storage = valueOf(await openPageStorage('practice'))
    await storage.use((database) =>
      database.claimChunks.toCollection().modify({ sealed: new Uint8Array(60) }),
    )
    storage.close()
    valueOf(await repositories.keptData.forget(policyNumberOf('KKP/2026/LA/000001'), { filesAside: false }))
    expect(await countOf('claimChunks')).toBe(0)
    expect(await countOf('claimLists')).toBe(0)
  })
})

describe('an environment that is not open', () => {
  const claims = madeUpClaims('keke', 2)
  const policyNumber = policyNumberOf(claims[0]?.policyNumber ?? '')

  /** The page of the sandbox, by its newest key alone. */
  async function inSandbox<T>(work: (page: Repositories) => Promise<T>): Promise<T> {
    main.answer({ 'session:row-key': () => ok({ ...closedKeys, earlier: [] }) })
    const page = valueOf(await openRepositories({ ...practiceStatus, environment: 'sandbox' }))
    const done = await work(page)
    page.close()
    return done
  }
  /** A list with a claim of the policy and one of another, in the sandbox's own database. */
  async function keepInSandbox(): Promise<void> {
    main.claims.keke = claims
    await inSandbox((page) => readWholeList(page.claims, 'keke'))
  }
  const policiesInSandbox = (): Promise<readonly string[] | undefined> =>
    inSandbox(async (page) =>
      valueOf(await page.claims.keptList('keke'))?.listed.claims.map((one) => one.policyNumber),
    )

  it('is searched too, and reports what main and its own database store there', async () => {
    await keepInSandbox()
    entries = { live: [line('delivered')] }
    const { places, notLookedAt } = valueOf(await repositories.keptData.about(policyNumber))
    expect(places.map(({ environment }) => environment)).toEqual(['practice', 'sandbox', 'live'])
    expect(places[1]).toMatchObject({ listedClaims: 1, entries: [] })
    expect(places[2]).toMatchObject({ listedClaims: 0, entries: [line('delivered')] })
    expect(notLookedAt).toEqual([])
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    expect(databases).not.toContain('claims-desk-live')
  })

  it('loses the policy’s data, and the rest is resealed with a new key', async () => {
    await keepInSandbox()
    const answer = valueOf(await repositories.keptData.forget(policyNumber, { filesAside: false }))
    expect(answer).toMatchObject({ type: 'forgotten', listedClaims: 1, notDone: [] })
    // By the new key alone.
    expect(closedKeys.office).toBe(keyOf(9))
    expect(await policiesInSandbox()).toEqual([claims[1]?.policyNumber])
    expect(main.asked).toContainEqual({
      channel: 'privacy:rows-sealed',
      input: { generation: 'second', environment: 'sandbox' },
    })
  })

  it('blocks forgetting everywhere while it has an entry that is not delivered', async () => {
    await keepInSandbox()
    entries = { live: [line('queued')] }
    const answer = valueOf(await repositories.keptData.forget(policyNumber, { filesAside: false }))
    expect(answer).toEqual({ type: 'not-delivered' })
    expect(await policiesInSandbox()).toHaveLength(2)
    expect(channels()).not.toContain('privacy:forget-policy')
  })

  it('is reported when it does not open, while the others are forgotten', async () => {
    await keepInSandbox()
    unreadable = ['live']
    expect(valueOf(await repositories.keptData.about(policyNumber)).notLookedAt).toEqual(['live'])
    const answer = valueOf(await repositories.keptData.forget(policyNumber, { filesAside: false }))
    expect(answer).toMatchObject({ type: 'forgotten', listedClaims: 1, notDone: ['live'] })
    expect(await policiesInSandbox()).toHaveLength(1)
  })
})

it('clearing practice leaves nothing personal here and has main clear it too', async () => {
  await keepEverything()
  valueOf(await repositories.keptData.clearPractice())
  const counts = await Promise.all((['claimChunks', 'claimLists'] as const).map(countOf))
  expect(counts).toEqual([0, 0])
  expect(channels().at(-1)).toBe('privacy:clear-practice')
})
