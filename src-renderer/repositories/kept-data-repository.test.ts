import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { emptyFields } from '#shared/domain/draft.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { RequestChannel, RequestInput, RequestResult } from '#shared/ipc/requests.ts'
import type { Desk } from '#shared/ipc/desk.ts'
import type { KeptAboutPolicy, KeptEntryLine } from '#shared/ipc/kept-data.ts'
import { ok, type Result } from '#shared/result.ts'
import { openRepositories, type Repositories } from './open-repositories.ts'
import { openPageStorage } from './page-storage.ts'
import { createDeskDouble, type DeskDouble } from './testing/desk-double.ts'
import { madeUpClaims, madeUpDetail, practiceStatus } from './testing/made-up.ts'

let main: DeskDouble
let entries: readonly KeptEntryLine[]
let othersDrafts: readonly string[]
let asked: RequestChannel[]
let repositories: Repositories

/** The double, with main's part of kept data. */
function deskWithKeptData(): Desk {
  return {
    on: () => () => undefined,
    async request<C extends RequestChannel>(
      channel: C,
      ...input: RequestInput<C> extends undefined ? [] : [RequestInput<C>]
    ): Promise<RequestResult<C>> {
      asked.push(channel)
      const about: KeptAboutPolicy = { entries, historyLines: 0, draftIds: othersDrafts, filesAside: [] }
      const answers: Partial<Record<RequestChannel, unknown>> = {
        'privacy:about-policy': about,
        'privacy:forget-policy': {
          type: 'forgotten',
          entries: entries.length,
          drafts: 0,
          filesAside: 0,
          isDestroyed: true,
        },
        'privacy:clear-practice': null,
      }
      const answer = answers[channel]
      // The answers above are those of their channels, which a record does not say.
      return answer === undefined ? main.request(channel, ...input) : (ok(answer) as RequestResult<C>)
    },
  }
}

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  main = createDeskDouble()
  entries = []
  othersDrafts = []
  asked = []
  const opened = valueOf(await openRepositories(practiceStatus, deskWithKeptData()))
  repositories = opened
  onTestFinished(() => opened.close())
})

function valueOf<T>(result: Result<T, object>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

async function drafted(policyNumber: string): Promise<string> {
  const draft = repositories.drafts.create('keke', { appendReference: false })
  valueOf(await repositories.drafts.save({ ...draft, fields: { ...emptyFields(), policyNumber } }))
  await repositories.drafts.flush()
  return draft.id
}

async function countOf(table: 'drafts' | 'claimChunks' | 'claimLists' | 'keptClaims'): Promise<number> {
  const storage = valueOf(await openPageStorage('practice'))
  const count = valueOf(await storage.use((database) => database.table(table).count()))
  storage.close()
  return count
}

/** Everything the page can keep about the policy of the first made-up claim, and about another. */
async function keepEverything(): Promise<string> {
  const claims = madeUpClaims('keke', 700)
  const [claim] = claims
  if (claim === undefined) throw new Error('There is no claim.')
  const { policyNumber } = claim
  main.claims.keke = claims
  await repositories.claims.fetchList('keke')
  await drafted(policyNumber.toLowerCase())
  await drafted('ANOTHER/1')
  const fetched = { detail: madeUpDetail(claim), fetchedAt: '2026-11-20T09:00:00.000Z' }
  valueOf(await repositories.claims.keepDetail('keke', ` ${policyNumber} `, fetched))
  return policyNumber
}

describe('forgetting a policy', () => {
  it('takes its drafts, kept claims and list rows, and nothing else', async () => {
    const policyNumber = await keepEverything()
    const about = valueOf(await repositories.keptData.about(policyNumber))
    expect(about).toMatchObject({ listedClaims: 1, owed: 0 })
    expect([about.draftIds.length, about.keptClaimIds.length]).toEqual([1, 1])

    valueOf(await repositories.keptData.forget(policyNumber, { filesAside: false }))
    const after = valueOf(await repositories.keptData.about(policyNumber))
    expect(after).toMatchObject({ listedClaims: 0, draftIds: [], keptClaimIds: [] })
    expect(await countOf('drafts')).toBe(1)
    expect([...main.copies.values()].map(({ fields }) => fields.policyNumber)).toEqual(['ANOTHER/1'])
    expect(valueOf(await repositories.claims.keptList('keke'))?.claims).toHaveLength(699)
    // Main rewrites its file last: nothing of this page's may be written to it after that.
    const last = asked.lastIndexOf('privacy:about-policy')
    expect(asked.slice(0, last).at(-1)).toBe('privacy:forget-policy')
  })

  it('removes nothing while an entry is owed to somebody', async () => {
    const policyNumber = await keepEverything()
    entries = [
      { kind: 'claim', product: 'keke', acceptedAt: '2026-11-20T09:00:00.000Z', state: 'unconfirmed' },
    ]
    const answer = valueOf(await repositories.keptData.forget(policyNumber, { filesAside: false }))
    expect(answer).toEqual({ type: 'not-delivered', entries: 1 })
    expect(valueOf(await repositories.keptData.about(policyNumber))).toMatchObject({ listedClaims: 1 })
    expect(asked).not.toContain('privacy:forget-policy')
  })

  it('removes a draft here that main names, also one that this page cannot open', async () => {
    const id = newId()
    const storage = valueOf(await openPageStorage('practice'))
    await storage.use((database) =>
      database.drafts.put({ id, updatedAt: '2026-11-20T09:00:00.000Z', sealed: new Uint8Array(60) }),
    )
    storage.close()
    othersDrafts = [id]
    valueOf(await repositories.keptData.forget('KKP/2026/LA/000001', { filesAside: false }))
    expect(await countOf('drafts')).toBe(0)
  })

  it('does not keep on a list that cannot be opened', async () => {
    await keepEverything()
    const storage = valueOf(await openPageStorage('practice'))
    await storage.use((database) =>
      database.claimChunks.toCollection().modify({ sealed: new Uint8Array(60) }),
    )
    storage.close()
    valueOf(await repositories.keptData.forget('KKP/2026/LA/000001', { filesAside: false }))
    expect(await countOf('claimChunks')).toBe(0)
    expect(await countOf('claimLists')).toBe(0)
  })
})

it('clearing practice leaves nothing personal here and tells main', async () => {
  await keepEverything()
  valueOf(await repositories.keptData.clearPractice())
  const counts = await Promise.all(
    (['drafts', 'claimChunks', 'claimLists', 'keptClaims'] as const).map(countOf),
  )
  expect(counts).toEqual([0, 0, 0, 0])
  expect(asked.at(-1)).toBe('privacy:clear-practice')
})
