import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { products, type Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import { createMerchantApi, type MerchantApi } from '#main/insurer/api/merchant-api.ts'
import { chanceOf } from '#testing/chance.ts'
import {
  runTestInsurer,
  samplePolicies,
  type EndpointName,
  type TestInsurer,
  type Ways,
} from '#testing/insurer/test-insurer.ts'
import { madeUpClaim } from '#testing/outbox/made-up.ts'
import { FaultyWire } from '#testing/wire/faulty-wire.ts'
import { TcpProxy } from '#testing/wire/tcp-proxy.ts'
import { effects, points, randomFault, type WireFault } from '#testing/wire/wire-fault.ts'

/** What is asked: two POSTs that deliver, one that only asks, and a GET. */
const kinds = ['claim', 'request', 'details', 'list'] as const
type Kind = (typeof kinds)[number]

/** Every kind of call with every effect at every point. */
export const callsPerRound = kinds.length * points.length * effects.length

/** A healthy exchange over loopback takes a few milliseconds. */
const limitsMs = {
  postTimeoutMs: 500,
  getTimeoutMs: 500,
  getTotalTimeoutMs: 2_000,
  listStallMs: 500,
  connectTimeoutMs: 500,
} as const

const lists: readonly NonNullable<Ways['list']>[] = [{}, { order: 'any', gzip: true }, { etag: true }]
const policies = { keke: samplePolicies('keke'), okada: samplePolicies('okada') }

/** What the client said of a call, and what the insurer shows of it. */
interface Told {
  readonly said: string
  /** How many the insurer has of what it was to deliver; null for a question. */
  readonly made: () => number | null
  /** Called once nothing more reaches the insurer. @returns what of it is not true, or null */
  readonly untrue: () => string | null
}

export interface CallReport {
  readonly name: string
  readonly said: string
  /** How many the insurer has of what it was to deliver; null for a question. */
  readonly made: number | null
  readonly untrue: readonly string[]
  /** What was said of a claim that went after it through the same client, and met no fault. */
  readonly next: string
}

/**
 * The call of this number through a fault. Round 0 goes through the whole matrix; the rounds after it have other
 * positions and pauses, and a second call with a fault of its own.
 */
export async function callThroughFault(number: number): Promise<CallReport> {
  const random = chanceOf(number)
  const round = Math.floor(number / callsPerRound)
  const kind = pick(kinds, number)
  const point = pick(points, Math.floor(number / kinds.length))
  const effect = pick(effects, Math.floor(number / kinds.length / points.length))
  const product = pick(products, number + Math.floor(number / kinds.length))
  const server = await runTestInsurer({ file: null, pharmacyCount: 20 })
  server.behave({ list: pick(lists, number) })
  const wire = new FaultyWire()
  const proxy = await TcpProxy.start(server.port, wire.carry)
  const readKey = (): Promise<string> => Promise.resolve(server.key)
  const api = createMerchantApi({ ...limitsMs, baseUrl: proxy.url, readKey })
  const direct = createMerchantApi({ baseUrl: server.url, readKey })
  const calls = new Calls(api, direct, server)

  const told: Told[] = []
  // On a busy computer a call may never reach the wire: then it is asked again.
  const askThrough = async (asked: Kind, fault: WireFault): Promise<Told> => {
    wire.arm(fault)
    const one = await calls.ask(asked, product)
    told.push(one)
    return wire.disarm() ? one : await askThrough(asked, fault)
  }
  const first = await askThrough(kind, { ...randomFault(random), point, effect })
  if (round > 0) await askThrough(pick(kinds, Math.floor(random() * kinds.length)), randomFault(random))
  await worksAgain(api)
  const next = await calls.ask('claim', product)
  await api.close()
  await wire.quiet()
  const untrue = [...[...told, next].flatMap((one) => one.untrue() ?? []), ...calls.repeated]
  const made = first.made()
  await direct.close()
  proxy.refuse()
  await server.close()
  return {
    name: `call ${number}: ${kind} for ${product}, ${effect} ${point}`,
    said: first.said,
    made,
    untrue,
    next: next.said,
  }
}

/** The client's calls, each about a claim of its own. */
class Calls {
  readonly #api: MerchantApi
  /** Without a wire between, and with time. */
  readonly #direct: MerchantApi
  readonly #server: TestInsurer
  readonly #asks = new Map<EndpointName, number>()
  #asked = 0

  constructor(api: MerchantApi, direct: MerchantApi, server: TestInsurer) {
    this.#api = api
    this.#direct = direct
    this.#server = server
  }

  /** Endpoints that were reached more often than they were asked. */
  get repeated(): readonly string[] {
    return [...this.#asks].flatMap(([name, asks]) =>
      this.#server.arrivals(name) > asks ? [`${name} was asked ${asks} times and got more`] : [],
    )
  }

  ask(kind: Kind, product: Product): Promise<Told> {
    this.#asked += 1
    switch (kind) {
      case 'claim':
        return this.#claim(product, `CLAIMANT-${this.#asked}`)
      case 'request':
        return this.#request(pick(policies.keke, this.#asked))
      case 'details':
        return this.#details(product)
      case 'list':
        return this.#list(product)
    }
  }

  async #claim(product: Product, claimantIdentification: string): Promise<Told> {
    this.#counted(`create-${product}-claim`)
    const policyNumber = pick(policies[product], this.#asked)
    const claim = madeUpClaim({ policyNumber, claimantIdentification })
    const outcome = await this.#api.createClaim(product, claim, '7F3K-92QD')
    return delivering(outcome, () => {
      const rows = this.#server.claims(product)
      return rows.filter((row) => row.means_of_claimant_identification === claimantIdentification).length
    })
  }

  async #request(policyNumber: string): Promise<Told> {
    this.#counted('request-pharmacy')
    const outcome = await this.#api.requestPharmacy(1, policyNumber)
    return delivering(outcome, () => {
      const requests = this.#server.pharmacyRequests()
      return requests.filter(({ policy_no }) => policy_no === policyNumber).length
    })
  }

  async #details(product: Product): Promise<Told> {
    this.#counted(`${product}-claim-details`, 2)
    const shown = this.#server.claims(product)[0]?.policy_number ?? ''
    const right = await this.#direct.lookUpClaim(product, shown)
    const look = await this.#api.lookUpClaim(product, shown)
    return reading(look.ok, () => (!look.ok || isDeepStrictEqual(look, right) ? null : 'other details'))
  }

  async #list(product: Product): Promise<Told> {
    this.#counted(`list-${product}-claims`, 2)
    const right = await rowsOf(this.#direct, product)
    const read = await rowsOf(this.#api, product)
    const known = new Map(right.rows.map((row) => [row.id, row]))
    return reading(read.isWhole, () => {
      if (read.rows.some((row) => !isDeepStrictEqual(row, known.get(row.id)))) return 'a row that is none'
      const ids = new Set(read.rows.map(({ id }) => id))
      return ids.size !== read.rows.length || (read.isWhole && ids.size !== known.size) ? 'other rows' : null
    })
  }

  #counted(endpoint: EndpointName, asks = 1): void {
    this.#asks.set(endpoint, (this.#asks.get(endpoint) ?? 0) + asks)
  }
}

function delivering(outcome: AttemptOutcome, made: () => number): Told {
  const mayBe: readonly number[] =
    outcome.type === 'uncertain' ? [0, 1] : [outcome.type === 'delivered' ? 1 : 0]
  const untrue = (): string | null => {
    const count = made()
    return mayBe.includes(count) ? null : `${outcome.type}, and the insurer has ${count}`
  }
  return { said: outcome.type, made, untrue }
}

function reading(isRead: boolean, untrue: () => string | null): Told {
  return { said: isRead ? 'read' : 'not read', made: () => null, untrue }
}

async function rowsOf(
  api: MerchantApi,
  product: Product,
): Promise<{ readonly rows: readonly ReceivedClaim[]; readonly isWhole: boolean }> {
  const rows: ReceivedClaim[] = []
  const end = await api.readClaimList(product, {
    onRows: (some) => {
      rows.push(...some)
      return 'go-on'
    },
  })
  return { rows, isWhole: end.ok && end.value.type === 'complete' }
}

/** However long that takes on a busy computer: where it never does, the test does not end. */
async function worksAgain(api: MerchantApi): Promise<void> {
  while ((await api.checkConnection()).type !== 'works') await nextTurn()
}

/** One of these, counted round and round. */
function pick<T>(from: readonly T[], index: number): T {
  const item = from[index % from.length]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}
