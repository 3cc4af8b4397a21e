import { claimFieldNames } from '#shared/domain/claim.ts'
import { emptyFields, type DraftFields } from '#shared/domain/draft.ts'
import type { OfficerNews, ScreenContents } from './officer-script.ts'

/** One claim form as the officer knows it, from its first letter to its submission. */
interface Form {
  readonly number: number
  readonly reference: string
  /** Every version typed, oldest first, with its moment. */
  readonly versions: { readonly fields: DraftFields; readonly atMs: number }[]
  /** Index of the newest version that the screen called saved; -1: none. */
  saved: number
  stage: 'draft' | 'submitting' | 'accepted'
}

/** What the proof counts beside what must be none. */
export interface LedgerFigures {
  claims: number
  /** Claims whose submission was cut off, by where they were found again. */
  cutOffAccepted: number
  cutOffDrafts: number
  /** Age of the oldest keystroke that a draft lacked when the application was killed, in ms. */
  oldestLostKeystrokeMs: number
}

/**
 * What the screen promised, kept outside the application, and held against what it shows after each restart:
 *
 * - a claim that was called saved on this computer is in Claims once, and no draft of it is left;
 * - a draft that was called saved is there with the newest text that was called saved, or a later one;
 * - a submission that was cut off left either an entry or the draft: never both, never neither.
 */
export class OfficerLedger {
  readonly #forms = new Map<number, Form>()
  readonly figures: LedgerFigures = {
    claims: 0,
    cutOffAccepted: 0,
    cutOffDrafts: 0,
    oldestLostKeystrokeMs: 0,
  }

  hear(news: OfficerNews): void {
    const form = this.#forms.get(news.number)
    if (news.type === 'opened') {
      if (form === undefined) this.#forms.set(news.number, newForm(news.number, news.reference))
      return
    }
    if (form === undefined) throw new Error(`Nobody opened form ${news.number}.`)
    switch (news.type) {
      case 'typing': {
        const before = form.versions.at(-1)?.fields ?? emptyFields()
        form.versions.push({ fields: { ...before, [news.name]: news.text }, atMs: performance.now() })
        break
      }
      case 'saved':
        form.saved = form.versions.length - 1
        break
      case 'left':
        break
      case 'submitting':
        form.stage = 'submitting'
        break
      case 'accepted':
        form.stage = 'accepted'
        this.figures.claims += 1
    }
  }

  /** Drafts that are known to be there, by number and name. */
  drafts(): readonly { readonly number: number; readonly name: string }[] {
    return [...this.#forms.values()].flatMap(({ number, stage, saved, versions }) =>
      stage === 'draft' && saved >= 0 ? [{ number, name: versions[saved]?.fields.policyNumber ?? '' }] : [],
    )
  }

  /** Names under which the drafts of these forms may be listed. */
  namesOf(numbers: Iterable<number>): readonly string[] {
    return [...numbers].flatMap((number) =>
      (this.#forms.get(number)?.versions ?? []).map(({ fields }) => fields.policyNumber),
    )
  }

  /**
   * Holds the screens against what was promised, and goes on from there.
   *
   * @returns what is wrong, in words; nothing when every promise was kept
   */
  check(screens: ScreenContents, killedAtMs: number): readonly string[] {
    const wrong: string[] = []
    if (screens.hasUnreadable) wrong.push('drafts cannot be opened')
    for (const form of this.#forms.values()) {
      const { number, reference, versions } = form
      const names = new Set(versions.map(({ fields }) => fields.policyNumber))
      const entries = screens.entries.filter(({ text }) => text.includes(reference))
      const drafts = screens.drafts.filter((name) => names.has(name))
      const [draft] = drafts
      const label = `form ${number} (${form.stage}, saved ${form.saved} of ${versions.length})`
      const places = `${entries.length} entries, ${drafts.length} drafts`
      if (form.stage === 'accepted' && (entries.length !== 1 || drafts.length > 0)) {
        wrong.push(`${label}: accepted, but ${places}`)
      } else if (form.stage !== 'accepted') {
        const total = entries.length + drafts.length
        if (total > 1 || (total === 0 && form.saved >= 0)) wrong.push(`${label}: ${places}`)
        if (form.stage === 'draft' && entries.length > 0) wrong.push(`${label}: was never submitted`)
      }
      if (draft === undefined) {
        if (entries.length === 0) this.#forms.delete(number)
        else this.#settle(form)
        continue
      }
      const found = this.#versionOf(form, draft, screens.opened[draft])
      if (found < form.saved) wrong.push(`${label}: came back as version ${found}`)
      this.#goOnFrom(form, found, killedAtMs)
    }
    return wrong
  }

  #versionOf(form: Form, name: string, opened: DraftFields | undefined): number {
    return opened === undefined
      ? form.versions.findLastIndex(({ fields }) => fields.policyNumber === name)
      : form.versions.findLastIndex(({ fields }) => same(fields, opened))
  }

  #settle(form: Form): void {
    if (form.stage === 'submitting') this.figures.cutOffAccepted += 1
    form.stage = 'accepted'
  }

  #goOnFrom(form: Form, found: number, killedAtMs: number): void {
    if (form.stage === 'submitting') this.figures.cutOffDrafts += 1
    const missed = form.versions[found + 1]
    const ageMs = missed === undefined ? 0 : Math.round(killedAtMs - missed.atMs)
    this.figures.oldestLostKeystrokeMs = Math.max(this.figures.oldestLostKeystrokeMs, ageMs)
    form.stage = 'draft'
    form.saved = found
    form.versions.splice(found + 1)
  }
}

function same(one: DraftFields, other: DraftFields): boolean {
  return claimFieldNames.every((name) => one[name] === other[name])
}

function newForm(number: number, reference: string): Form {
  return { number, reference, versions: [], saved: -1, stage: 'draft' }
}
