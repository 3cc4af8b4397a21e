import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { madeUpClaim } from '#testing/outbox/made-up.ts'
import { samplePolicies, type TestInsurer } from '#testing/insurer/test-insurer.ts'
import { proofSize, recordFigure } from '#testing/proof.ts'
import { claimFieldNames } from '#shared/domain/claim.ts'
import { fieldsOf } from '#shared/domain/draft.ts'
import { AppPage } from '../pages/app-page.ts'
import { giveKey, launchWith } from '../support/connected.ts'
import type { TestApp, LaunchOptions } from '../support/test-app.ts'
import { expect, test } from '../support/fixtures.ts'
import { OfficerLedger } from '../support/officer-ledger.ts'
import {
  officerListener,
  prepareOfficer,
  readScreens,
  workAsOfficer,
  type Keystroke,
  type OfficerNews,
  type OfficerTask,
  type ScreenContents,
} from '../support/officer-script.ts'

const kills = proofSize('CLAIMS_DESK_APP_KILLS', { short: 8, medium: 40, long: 1000 })
/** Kills per data folder: with more, the growing lists would dominate the measurement. */
const killsPerApp = 20
const policies = samplePolicies('keke')

/** When a life ends, and whether the page's database is lost before the next one. */
interface Death {
  readonly when:
    | 'at random'
    | 'while submitting'
    | 'while saving'
    | 'after leaving a draft'
    | 'while starting'
  readonly losesStore: boolean
}
const deaths: readonly Death[] = [
  { when: 'at random', losesStore: false },
  { when: 'while submitting', losesStore: false },
  { when: 'while saving', losesStore: false },
  { when: 'after leaving a draft', losesStore: true },
  { when: 'while starting', losesStore: false },
  { when: 'at random', losesStore: true },
  { when: 'while submitting', losesStore: false },
  { when: 'at random', losesStore: false },
  { when: 'while submitting', losesStore: true },
  { when: 'while starting', losesStore: false },
]

/** What happened to an application. */
interface Past {
  /** A description of every end so far. */
  readonly deaths: string[]
}

/** An officer at one application, life after life. */
class KilledOfficer {
  readonly ledger: OfficerLedger
  readonly #app: TestApp
  readonly #server: TestInsurer
  /** The first number of this application's forms; forms are numbered on over all applications of a test. */
  readonly #first: number
  #next: number
  #worked = new Set<number>()
  #killedAtMs = 0
  /** Descriptions of broken promises, with what happened before. */
  readonly broken: string[] = []

  constructor(app: TestApp, server: TestInsurer, ledger: OfficerLedger, first: number) {
    this.#app = app
    this.#server = server
    this.ledger = ledger
    this.#first = first
    this.#next = first
  }

  get nextNumber(): number {
    return this.#next
  }

  /** Compares the screens after a restart with what was promised. */
  async lookAround(page: Page, { deaths }: Past, openAll = false): Promise<ScreenContents> {
    await page.evaluate(prepareOfficer, claimFieldNames)
    const touched = openAll ? this.ledger.drafts().map(({ number }) => number) : this.#worked
    await giveKey(new AppPage(page), this.#server.key, this.#app)
    const screens = await page.evaluate(readScreens, this.ledger.namesOf(touched))
    const wrong = this.ledger.check(screens, this.#killedAtMs)
    for (const words of [...wrong, ...this.#atTheInsurer(screens)]) {
      this.broken.push(`${words} (${deaths.join('; ')})`)
    }
    return screens
  }

  /** One entry has one claim at most; one that the screen calls received has exactly one. */
  #atTheInsurer({ entries }: ScreenContents): readonly string[] {
    const rows = Map.groupBy(
      this.#server
        .claims('keke')
        .filter(({ details_of_incidence }) => details_of_incidence.includes('[Ref ')),
      (row) => /\[Ref ([^\]]+)\]/.exec(row.details_of_incidence)?.[1] ?? '',
    )
    const twice = [...rows]
      .filter(([, same]) => same.length > 1)
      .map(([reference]) => `${reference} is there twice`)
    const missing = entries
      .filter(({ situation }) => situation === 'received')
      .filter(({ text }) => ![...rows.keys()].some((reference) => text.includes(reference)))
      .map(({ name }) => `${name} is called received, and is not there`)
    return [...twice, ...missing]
  }

  /** Works until the kill. */
  async workAndDie(page: Page, screens: ScreenContents, when: Death['when']): Promise<void> {
    const tasks = this.#tasks(screens, when)
    this.#worked = new Set(tasks.map(({ number }) => number))
    const { promise: moment, resolve: now } = Promise.withResolvers<undefined>()
    const keystrokes = 2 + Math.floor(Math.random() * 20)
    let typed = 0
    const hear = (news: OfficerNews): void => {
      this.ledger.hear(news)
      if (news.type === 'typing') typed += 1
      const isMoment =
        (when === 'while submitting' && news.type === 'submitting') ||
        (when === 'while saving' && typed === keystrokes) ||
        (when === 'after leaving a draft' && news.type === 'left')
      // The click follows this event: the kill lands somewhere between it and main's answer.
      if (isMoment) setTimeout(() => now(undefined), when === 'while submitting' ? Math.random() * 12 : 0)
    }
    await page.exposeFunction(officerListener, hear)
    // Not a wait: this spreads kills over everything a life does.
    if (when === 'at random') setTimeout(() => now(undefined), Math.random() * 900)
    const work = page.evaluate(workAsOfficer, [tasks, officerListener] as const)
    await Promise.race([moment, work])
    work.catch(() => undefined)
    this.#killedAtMs = performance.now()
    await this.#app.kill()
  }

  #tasks(screens: ScreenContents, when: Death['when']): readonly OfficerTask[] {
    const kept = this.ledger.drafts()
    const first = kept[Math.floor(Math.random() * kept.length)]
    const takesUp = first !== undefined && screens.drafts.includes(first.name) && Math.random() < 0.5
    const fresh = (then: OfficerTask['then']): OfficerTask => this.#task(this.#next++, null, then)
    const taken = takesUp ? [this.#task(first.number, first.name, 'submit')] : []
    if (when === 'after leaving a draft') return [...taken, fresh('leave'), fresh('leave')]
    const order = Math.random() < 0.5 ? (['leave', 'submit'] as const) : (['submit', 'leave'] as const)
    return [...taken, ...[...order, ...order].map(fresh)]
  }

  #task(number: number, draft: string | null, then: OfficerTask['then']): OfficerTask {
    const policyNumber = policies[number - this.#first]
    const place = `Stall ${number}, Market Road`
    if (then === 'leave' || policyNumber === undefined) {
      const words = 'Gate-near-the-bridge'
      const letters = Array.from({ length: words.length }, (_, index): Keystroke => {
        const text = `DRAFT ${number} ${words.slice(0, index + 1)}`
        return { name: 'policyNumber', text, waits: index % 3 === 0 || index === words.length - 1 }
      })
      const rest: Keystroke = { name: 'occurrenceAddress', text: place, waits: true }
      return {
        number,
        draft,
        keystrokes: [...letters.slice(0, 9), rest, ...letters.slice(9)],
        then: 'leave',
      }
    }
    const changes = { policyNumber, claimantIdentification: `TEST-${number}`, occurrenceAddress: place }
    // In the form's own normalisation of amounts, as the restored text is compared exactly.
    const fields = {
      ...fieldsOf(madeUpClaim({ ...changes, occurrenceDate: '2025-11-02' })),
      repairEstimate: '45,000',
    }
    const keystrokes = claimFieldNames.map((name, index): Keystroke => {
      return { name, text: fields[name], waits: index % 4 === 0 || index === claimFieldNames.length - 1 }
    })
    return { number, draft, keystrokes, then }
  }
}

type Launch = (options?: LaunchOptions) => Promise<TestApp>

/** Runs the lives of one installation. @returns the results */
async function killAgainAndAgain(
  app: TestApp,
  officer: KilledOfficer,
  range: { readonly from: number; readonly to: number },
): Promise<{ readonly losses: number }> {
  const past: Past = { deaths: [] }
  let losses = 0
  for (let kill = range.from; kill < range.to; kill += 1) {
    const death = deaths[kill % deaths.length] ?? { when: 'at random', losesStore: false }
    if (death.when === 'while starting') {
      // The page is there and begins to read.
      await app.window()
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 150))
      await app.kill()
    } else {
      const page = await app.window()
      const screens = await officer.lookAround(page, past)
      if (officer.broken.length > 0) return { losses }
      await officer.workAndDie(page, screens, death.when)
    }
    past.deaths.push(`killed ${death.when}`)
    if (death.losesStore) {
      await app.emptyPageStorage()
      past.deaths.push('the page’s database was lost')
      losses += 1
    }
    await app.restart()
  }
  await officer.lookAround(await app.window(), past, true)
  return { losses }
}

async function prove(launch: Launch, dataDir: string, server: TestInsurer): Promise<void> {
  const ledgers: OfficerLedger[] = []
  let number = 1
  let losses = 0
  const broken: string[] = []
  for (let from = 0; from < kills; from += killsPerApp) {
    const app = await launchWith(launch, join(dataDir, `desk-${from}`), {
      configured: true,
      environment: 'sandbox',
      sandboxBaseUrl: server.url,
      liveBaseUrl: '',
    })
    const ledger = new OfficerLedger()
    ledgers.push(ledger)
    const officer = new KilledOfficer(app, server, ledger, number)
    const came = await killAgainAndAgain(app, officer, {
      from,
      to: Math.min(from + killsPerApp, kills),
    })
    await app.kill()
    losses += came.losses
    number = officer.nextNumber
    broken.push(...officer.broken)
    if (broken.length > 0) break
  }
  const sum = (name: keyof OfficerLedger['figures']): number =>
    ledgers.reduce((all, { figures }) => all + figures[name], 0)
  recordFigure({
    proof: 'app-kills',
    tried: { kills, 'databases lost on purpose': losses },
    seen: {
      'claims called saved': sum('claims'),
      'submissions cut off, kept as entry': sum('cutOffAccepted'),
      'submissions cut off, kept as draft': sum('cutOffDrafts'),
      'oldest keystroke that a draft lacked, ms': Math.max(
        ...ledgers.map(({ figures }) => figures.oldestLostKeystrokeMs),
      ),
      'promises broken': broken.length,
    },
  })
  expect(broken).toEqual([])
  // Which of these a kill leaves is chance; in a small plan each may be missing.
  const worked = (['claims', 'cutOffAccepted', 'cutOffDrafts'] as const).map(sum)
  expect(worked.reduce((all, some) => all + some, 0)).toBeGreaterThan(0)
}

test(
  'killed and started again, the application loses no claim and no draft',
  { tag: '@longer' },
  async ({ launch, dataDir, server }) => {
    test.setTimeout(60_000 + kills * 8_000)
    await prove(launch, dataDir, server)
  },
)
