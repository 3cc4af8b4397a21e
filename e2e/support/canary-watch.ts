import type { TestInsurer } from '#testing/insurer/test-insurer.ts'
import { CanarySearch, type Canary, type Sighting } from './canaries.ts'
import { keyCanaries, madeUpPersons, personsOf } from './canary-values.ts'
import type { TestApp } from './test-app.ts'

/**
 * The made-up insurer's own database holds what was claimed, and `traffic` is what a test had the stand-in write down
 * between page and main. Neither is a file of the product's.
 */
const notTheProducts = /^(server\.jsonl|traffic)$|(^|\/)practice\/practice\.jsonl$/

const answerTimeoutMs = 2_000
/** A test with thousands of entries is no better proof with all of them. */
const mostPerApp = 200

interface Always {
  readonly search: CanarySearch
  readonly values: ReadonlySet<string>
}
/** Keys and people that every test meets; made once in each process of tests. */
let always: Always | null = null

function alwaysLookedFor(): Always {
  if (always !== null) return always
  const canaries = [...keyCanaries, ...madeUpPersons()]
  always = { search: new CanarySearch(canaries), values: new Set(canaries.map(({ value }) => value)) }
  return always
}

/**
 * Watches one test: the keys and people that it meets may afterwards be nowhere in the open. Beside those that are
 * always looked for, these are its server's keys, what was sent to the server and what the application itself holds.
 */
export class CanaryWatch {
  readonly #dataDir: string
  readonly #values = new Map<string, Canary>()
  readonly #apps: TestApp[] = []
  readonly #seen: Sighting[] = []

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  /** Every key that is let in from now on. */
  watchServer(server: TestInsurer): void {
    const setKey = server.setKey.bind(server)
    server.setKey = (key) => {
      this.#remember('a key of the test', key)
      setKey(key)
    }
    this.#remember('a key of the test', server.key)
  }

  /** What was claimed. Call it before the server closes. */
  lookAtServer(server: TestInsurer): void {
    for (const { name, value } of [...server.claims('keke'), ...server.claims('okada')].flatMap(personsOf))
      this.#remember(name, value)
  }

  /** What an application that still runs holds, its processes, and what they printed. Call it before it is killed. */
  async lookAtApp(app: TestApp): Promise<void> {
    this.#apps.push(app)
    const isOpen = await app.hasWindow().catch(() => false)
    const held = isOpen ? await Promise.race([heldBy(app).catch(() => []), noAnswer()]) : []
    for (const { name, value } of held.slice(0, mostPerApp)) this.#remember(name, value)
    for (const search of this.#searches()) this.#seen.push(...search.inProcesses(this.#dataDir))
  }

  /** Everything that was found, in words that hold nothing of it. Call it when nothing runs any more. */
  sightings(): readonly Sighting[] {
    const printed = this.#apps.map((app) => app.printed()).join('\n')
    const found = this.#searches().flatMap((search) => [
      ...search.inFolder(this.#dataDir, (path) => notTheProducts.test(path)),
      ...search.inText(printed, 'what was printed'),
    ])
    return [...new Set([...this.#seen, ...found])]
  }

  #searches(): readonly CanarySearch[] {
    return [alwaysLookedFor().search, new CanarySearch([...this.#values.values()])]
  }

  #remember(name: string, value: string): void {
    // Dates and amounts are in many files and identify no one.
    if (!/^[\d.,-]*$/.test(value) && !alwaysLookedFor().values.has(value))
      this.#values.set(value, { name, value })
  }
}

/** What main opens for a page: the drafts, and of whom and by whom the entries are. */
async function heldBy(app: TestApp): Promise<readonly Canary[]> {
  const page = await app.window()
  const texts = await page.evaluate(async () => {
    const [entries, drafts] = await Promise.all([
      window.bridge.request('outbox:list'),
      window.bridge.request('drafts:list'),
    ])
    const ofEntries = entries.ok
      ? entries.value.flatMap((one) => [one.policyNumber, one.capturedBy ?? ''])
      : []
    const ofDrafts = drafts.ok ? drafts.value.drafts.flatMap(({ fields }) => Object.values(fields)) : []
    return [...ofDrafts, ...ofEntries]
  })
  return [...new Set(texts)].map((value, at) => ({ name: `text ${at} of drafts and entries`, value }))
}

async function noAnswer(): Promise<readonly Canary[]> {
  return await new Promise((resolve) => setTimeout(() => resolve([]), answerTimeoutMs).unref())
}
