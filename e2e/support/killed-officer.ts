import type { Page } from 'playwright-core'
import { samplePolicies, type TestInsurer } from '#testing/insurer/test-insurer.ts'
import type { Life } from '#testing/kills/kill-at-each.ts'
import { isReceived } from '#shared/outbox/predicates.ts'
import { AppPage } from '../pages/app-page.ts'
import { giveKey } from './connected.ts'
import { request } from './request.ts'
import type { TestApp } from './test-app.ts'

/** When a life ends. */
export const deaths = [
  'while submitting',
  'while saving',
  'after leaving a draft',
  'while starting',
  'at random',
] as const
type Death = (typeof deaths)[number]

/** One claim form as the officer knows it, from its first letter to its submission. */
interface Form {
  readonly reference: string
  /** Its draft, once it was found again. */
  id: string | null
  /** Every place of the incident that was typed, oldest first. */
  readonly typed: string[]
  /** Which of them the screen called saved last; -1: none. */
  saved: number
  stage: 'draft' | 'submitting' | 'accepted'
}

const policies = samplePolicies('keke')

/**
 * An officer at one application, which is killed and started again. What the screen promised is held against what main
 * has after each restart:
 *
 * - a claim that was called submitted is there once, and no draft of it is left;
 * - a draft that was called saved is there with the newest text that was called saved, or a later one;
 * - a submission that was cut off left either an entry or the draft: never both, never neither.
 */
export class KilledOfficer implements Life<Death> {
  readonly #app: TestApp
  readonly #server: TestInsurer
  readonly #chance: () => number
  readonly #forms = new Map<string, Form>()
  #submitted = 0
  /** Called with each thing the officer does. */
  #does: (what: 'types' | 'submits' | 'leaves') => void = () => undefined
  readonly counts = {
    'databases lost': 0,
    claims: 0,
    'cut off, kept as entry': 0,
    'cut off, kept as draft': 0,
  }

  constructor(app: TestApp, server: TestInsurer, chance: () => number) {
    this.#app = app
    this.#server = server
    this.#chance = chance
  }

  async dieAt(death: Death): Promise<boolean> {
    const page = await this.#app.window()
    if (death === 'while starting') {
      await after(this.#chance() * 150)
    } else {
      const work = this.#work(new AppPage(page), death)
      await Promise.race([this.#momentOf(death), work])
      work.catch(() => undefined)
    }
    await this.#app.kill()
    if (this.#chance() < 0.3) {
      await this.#app.emptyPageStorage()
      this.counts['databases lost'] += 1
    }
    await this.#app.restart()
    return true
  }

  async ledger(): Promise<readonly string[]> {
    const page = await this.#app.window()
    await giveKey(new AppPage(page), this.#server.key, this.#app)
    const entries = await request(page, 'outbox:list')
    const { drafts, unreadable } = await request(page, 'drafts:list')
    const received = entries.filter(({ state }) => isReceived(state)).map(({ reference }) => reference ?? '')
    return [
      ...(unreadable.length > 0 ? ['drafts cannot be opened'] : []),
      ...[...this.#forms.values()].flatMap((form) => {
        const { reference } = form
        const placed = entries.filter((entry) => entry.reference === reference).length
        const kept = drafts.filter((draft) => draft.branchReference === reference)
        form.id = kept[0]?.id ?? null
        return this.#compare(
          form,
          placed,
          kept.map(({ fields }) => fields.occurrenceAddress),
        )
      }),
      ...this.#atTheInsurer(received),
    ]
  }

  async end(): Promise<readonly string[]> {
    await this.#app.kill()
    return []
  }

  /** Compares one form with what is there, and goes on from that. */
  #compare(form: Form, entries: number, drafts: readonly string[]): readonly string[] {
    const { reference, stage, saved, typed } = form
    const label = `${reference} (${stage}, saved ${saved} of ${typed.length}): ${entries} entries, ${drafts.length} drafts`
    const total = entries + drafts.length
    if (stage === 'accepted') return entries === 1 && total === 1 ? [] : [label]
    if (total > 1 || (total === 0 && saved >= 0) || (stage === 'draft' && entries > 0)) return [label]
    if (total === 0) this.#forms.delete(reference)
    if (stage === 'submitting') this.counts[`cut off, kept as ${entries > 0 ? 'entry' : 'draft'}`] += 1
    form.stage = entries > 0 ? 'accepted' : 'draft'
    const found = typed.indexOf(drafts[0] ?? '')
    if (drafts.length > 0) form.saved = found
    return drafts.length > 0 && found < saved ? [`${label}, and came back as version ${found}`] : []
  }

  /** One entry has one claim at most; one that is called received has exactly one. */
  #atTheInsurer(received: readonly string[]): readonly string[] {
    const there = this.#server
      .claims('keke')
      .flatMap(({ details_of_incidence }) => /\[Ref ([^\]]+)\]/.exec(details_of_incidence)?.[1] ?? [])
    return [
      ...there.filter((one, n) => there.indexOf(one) !== n).map((one) => `${one} is there twice`),
      ...received.filter((one) => !there.includes(one)).map((one) => `${one} is called received`),
    ]
  }

  /** Resolves at the moment at which the application is killed. */
  async #momentOf(death: Death): Promise<void> {
    const { promise: moment, resolve } = Promise.withResolvers<null>()
    let left = 2 + Math.floor(this.#chance() * 20)
    this.#does = (what) => {
      if (what === 'types') left -= 1
      if (death === 'while saving' && left === 0) resolve(null)
      if (death === 'after leaving a draft' && what === 'leaves') resolve(null)
      if (death === 'while submitting' && what === 'submits') resolve(null)
    }
    if (death === 'at random') await after(this.#chance() * 3_000)
    else await moment
    // The click follows this event: the kill lands somewhere between it and main's answer.
    if (death === 'while submitting') await after(this.#chance() * 60)
  }

  /** Writes one claim after the other. Some are left as drafts, and drafts are taken up again. */
  async #work(appPage: AppPage, death: Death): Promise<never> {
    for (;;) {
      const kept = [...this.#forms.values()].find(({ stage, id }) => stage === 'draft' && id !== null)
      const form = kept !== undefined && this.#chance() < 0.5 ? kept : await this.#openNew(appPage)
      if (form === kept) await this.#takeUp(appPage, form)
      if (form !== kept) await this.#type(appPage, form)
      if (form !== kept && (death === 'after leaving a draft' || this.#chance() < 0.4))
        await this.#leave(appPage)
      else await this.#submit(appPage, form)
    }
  }

  async #openNew(appPage: AppPage): Promise<Form> {
    await appPage.newClaim('keke')
    const reference = await referenceOn(appPage.page)
    const form: Form = { reference, id: null, typed: [], saved: -1, stage: 'draft' }
    this.#forms.set(reference, form)
    return form
  }

  async #takeUp(appPage: AppPage, form: Form): Promise<void> {
    await appPage.page.evaluate((id) => (location.hash = `/claims/${id}`), form.id ?? '')
    await appPage.main.getByText(`Reference ${form.reference}`).first().waitFor()
  }

  async #type(appPage: AppPage, form: Form): Promise<void> {
    const words = 'Gate near the bridge'
    for (let length = 1; length <= words.length; length += 1)
      await this.#put(appPage, form, words.slice(0, length))
    await this.#isSaved(appPage, form)
  }

  async #put(appPage: AppPage, form: Form, place: string): Promise<void> {
    form.typed.push(place)
    this.#does('types')
    await appPage.field('Place of the incident').fill(place)
    if (this.#chance() < 0.2) await this.#isSaved(appPage, form)
  }

  async #isSaved({ main }: AppPage, form: Form): Promise<void> {
    const typed = form.typed.length - 1
    await main.getByTestId('save-state').filter({ hasText: 'Saved on this computer' }).waitFor()
    form.saved = typed
  }

  async #leave(appPage: AppPage): Promise<void> {
    await appPage.showClaims('Drafts')
    this.#does('leaves')
  }

  async #submit(appPage: AppPage, form: Form): Promise<void> {
    const policyNumber = policies[this.#submitted % policies.length] ?? ''
    this.#submitted += 1
    const occurrenceAddress = `${form.typed.at(-1) ?? ''}, Market Road`
    form.typed.push(occurrenceAddress)
    await appPage.fillClaim({
      policyNumber,
      occurrenceAddress,
      claimantIdentification: `TEST-${policyNumber}`,
    })
    form.stage = 'submitting'
    this.#does('submits')
    await appPage.submit()
    form.stage = 'accepted'
    this.counts.claims += 1
  }
}

async function referenceOn(page: Page): Promise<string> {
  const words = await page
    .getByRole('main')
    .getByText(/Reference [0-9A-Z]{4}-[0-9A-Z]{4}/)
    .first()
    .innerText()
  return /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(words)?.[0] ?? ''
}

/** Not a wait: it spreads kills over everything that happens meanwhile. */
async function after(ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
