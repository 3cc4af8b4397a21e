import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { sentReferencesOf } from '#shared/domain/reference.ts'
import { fold, wordsOf } from '#shared/language/fold.ts'
import type { Entry } from '#shared/outbox/entry.ts'
import type { Outbox } from './outbox.ts'

/** What one entry is found by. Never logged: it holds what the customer said. */
interface Searched {
  readonly officerId: string | null
  /** Words, without accents and case. */
  readonly words: string
  /** Policy number and references as letters and figures only, one to a line. */
  readonly codes: string
}

interface Viewer {
  readonly seesEntryOf: (officerId: string | null) => boolean
  readonly nameOf: (officerId: string | null) => string | null
}

/** A shorter code would be found inside nearly every number. */
const shortestCode = 4

/**
 * The search over the outbox. It runs here because lists do not carry what entries are found by: place, the claimant's
 * identification. The texts stay in memory as long as their entries are listed.
 */
export class EntrySearch {
  readonly #outbox: Pick<Outbox, 'get' | 'settledIds' | 'undelivered'>
  readonly #most: number
  /** By body: a changed one is read again. */
  readonly #live = new WeakMap<Entry['body'], Searched>()
  #settled = new Map<string, Searched>()

  /** @param most how many settled entries are searched, newest first. */
  constructor(outbox: Pick<Outbox, 'get' | 'settledIds' | 'undelivered'>, most: number) {
    this.#outbox = outbox
    this.#most = most
  }

  /**
   * The entries with every word of the text, or with a policy number or reference that contains it, however both are
   * written; only those that the viewer sees. A text without words is in every entry.
   */
  find(text: string, { seesEntryOf, nameOf }: Viewer): readonly string[] {
    const words = wordsOf(fold(text))
    const code = codeOf(text)
    const names = new Map<string | null, string>()
    const nameIn = (officerId: string | null): string => {
      const known = names.get(officerId) ?? fold(nameOf(officerId) ?? '')
      names.set(officerId, known)
      return known
    }
    return this.#all()
      .filter(({ searched: { officerId, words: own, codes } }) => {
        if (!seesEntryOf(officerId)) return false
        if (code.length >= shortestCode && codes.includes(code)) return true
        return words.every((word) => own.includes(word) || nameIn(officerId).includes(word))
      })
      .map(({ id }) => id)
  }

  #all(): readonly { readonly id: string; readonly searched: Searched }[] {
    const live = [...this.#outbox.undelivered()].map((entry) => {
      const searched = this.#live.get(entry.body) ?? searchedOf(entry)
      this.#live.set(entry.body, searched)
      return { id: entry.id, searched }
    })
    const settled = this.#outbox.settledIds(this.#most).flatMap((id) => {
      const known = this.#settled.get(id)
      if (known !== undefined) return [{ id, searched: known }]
      const entry = this.#outbox.get(id)
      return entry === null ? [] : [{ id, searched: searchedOf(entry) }]
    })
    // What is not listed any more is forgotten here too.
    this.#settled = new Map(settled.map(({ id, searched }) => [id, searched]))
    return [...live, ...settled]
  }
}

function searchedOf({ officerId, body }: Pick<Entry, 'officerId' | 'body'>): Searched {
  const isClaim = body.kind === 'claim'
  const codes = isClaim ? [body.claim.policyNumber, ...sentReferencesOf(body)] : [body.policyNumber]
  const others = isClaim
    ? [body.claim.occurrenceAddress, body.claim.claimantIdentification]
    : [body.pharmacyName]
  return {
    officerId,
    words: [...codes, ...others].map(fold).join(' '),
    codes: codes.map(codeOf).join('\n'),
  }
}

function codeOf(text: string): string {
  return policyNumberOf(text).replace(/[^\p{L}\p{N}]+/gu, '')
}
