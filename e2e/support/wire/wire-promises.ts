import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import type { TestInsurer } from '#testing/insurer/test-insurer.ts'
import type { Submission } from '#shared/outbox/entry.ts'
import { isReceived, isWithdrawn } from '#shared/outbox/predicates.ts'

/** What is promised of the entries, looked at after every step. Collects what is broken. */
export class WirePromises {
  readonly #outbox: Outbox
  readonly #server: TestInsurer
  readonly #accepted: Submission[] = []
  readonly broken = new Set<string>()
  /** How often the officer chose to send again. */
  resends = 0

  constructor(outbox: Outbox, server: TestInsurer) {
    this.#outbox = outbox
    this.#server = server
  }

  accepted(submission: Submission): void {
    this.#accepted.push(submission)
  }

  check(): void {
    let attempts = 0
    for (const { id, body } of this.#accepted) {
      const entry = this.#outbox.get(id)
      if (entry === null) {
        this.broken.add('an accepted entry is gone')
        continue
      }
      attempts += entry.attempts
      if (isWithdrawn(entry.state)) this.broken.add('an entry was withdrawn by nobody')
      if (body.kind === 'claim') this.#checkClaim(entry)
      else this.#checkRequest(entry)
    }
    if (postsArrived(this.#server) > attempts) this.broken.add('more POSTs arrived than attempts were made')
  }

  /** Claims the server holds for an entry. */
  held({ body }: Pick<Submission, 'body'>): number {
    if (body.kind !== 'claim') return 0
    return this.#server
      .claims(body.product)
      .filter((row) => row.means_of_claimant_identification === body.claim.claimantIdentification).length
  }

  #checkClaim(entry: KeptEntry): void {
    const held = this.held(entry)
    if (held > 1) this.broken.add(`${held} claims for one entry`)
    if (isReceived(entry.state) && held !== 1) this.broken.add(`received, and the insurer holds ${held}`)
  }

  #checkRequest({ state }: KeptEntry): void {
    const arrived = this.#server.pharmacyRequests().length
    if (arrived > 1 + this.resends) this.broken.add(`${arrived} messages for ${1 + this.resends} decisions`)
    const known = isReceived(state) && 'proof' in state && state.proof !== 'officer'
    if (known && arrived === 0) this.broken.add('received, and nothing arrived')
    if (known && state.proof !== 'answer') this.broken.add('a request was found in a list there is none of')
  }
}

function postsArrived(server: TestInsurer): number {
  return (['create-keke-claim', 'create-okada-claim', 'request-pharmacy'] as const).reduce(
    (sum, endpoint) => sum + server.arrivals(endpoint),
    0,
  )
}
