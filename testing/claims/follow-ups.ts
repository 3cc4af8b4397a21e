import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim, ShownClaim } from '#shared/domain/received-claim.ts'
import { detailsWithReference } from '#shared/domain/reference.ts'
import { VirtualClock } from '#testing/virtual-clock.ts'
import { notThere } from '#shared/domain/told.ts'
import { Outbox } from '#main/outbox/outbox.ts'
import { memoryFile } from '#testing/outbox/entries.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'
import { FollowUps } from '#main/claims/follow-ups.ts'
import { madeUpDetail } from './made-up-detail.ts'

let number = 0

interface Received {
  readonly product?: Product
  /** Its number in the list, if it was seen there. */
  readonly claimId?: number | null
  /** What it was to be sent under before. */
  readonly earlier?: readonly string[]
}

/** An outbox in memory with received claims, and what became known of them. */
export class FollowedOffice {
  readonly clock: VirtualClock
  readonly database = memoryFile()
  readonly outbox: Outbox
  followUps: FollowUps
  finals: string[] = ['3', '4']
  lost = new Set<Product>()
  /** How often something was sealed. */
  seals = 0
  /** What the signals of the follow-ups told. */
  changed: string[] = []
  statuses: string[] = []

  constructor(clock = new VirtualClock()) {
    this.clock = clock
    this.outbox = new Outbox(this.database, plainProtection)
    this.followUps = this.#open()
  }

  now(): string {
    return this.clock.now().toISOString()
  }

  /** Everything is read again, as after a start. */
  restart(): void {
    this.followUps = this.#open()
  }

  /** A claim that the insurer receives now. */
  received(
    policyNumber = 'KKP/1',
    { product = 'keke', claimId = null, earlier = [] }: Received = {},
  ): string {
    number += 1
    const branchReference = `0000-${String(number).padStart(4, '0')}`
    const submission = claimSubmission({ policyNumber }, { product, branchReference })
    const body = { ...submission.body, earlierReferences: [...earlier] }
    this.outbox.accept({ ...submission, body }, this.now())
    this.outbox.openAttempt(submission.id, this.now())
    const delivered = { type: 'delivered', serverMessage: '', keptReference: null } as const
    this.outbox.closeAttempt(submission.id, delivered, this.now())
    if (claimId !== null) this.outbox.found(submission.id, product, claimId, 'list', this.now())
    return submission.id
  }

  /** How the details of its policy show a claim. */
  shown(id: string, changes: Partial<ShownClaim> = {}): ShownClaim {
    const entry = this.outbox.get(id)
    if (entry?.body.kind !== 'claim') throw new Error('no claim')
    const { claim, branchReference, product } = entry.body
    const { holder: _holder, policy: _policy, ...made } = madeUpDetail(claim.policyNumber)
    const incidentDetails = detailsWithReference(claim.incidentDetails, branchReference)
    return {
      ...made,
      product,
      incidentDetails,
      repairEstimate: claim.repairEstimate,
      status: '0',
      ...changes,
    }
  }

  /** How a list shows a claim. */
  listed(id: string, claimId: number, changes: Partial<ReceivedClaim> = {}): ReceivedClaim {
    return { ...this.shown(id), deletedAt: notThere, ...changes, id: claimId }
  }

  standing(id: string) {
    const entry = this.outbox.get(id)
    return entry === null ? null : this.followUps.standingOf(entry)
  }

  remove(id: string): void {
    this.outbox.remove([id])
    this.followUps.forget()
  }

  #open(): FollowUps {
    const followUps = new FollowUps({
      database: this.database,
      protection: {
        ...plainProtection,
        seal: (...given) => {
          this.seals += 1
          return plainProtection.seal(...given)
        },
      },
      outbox: this.outbox,
      clock: this.clock,
      isFinal: (status) => this.finals.includes(status),
      isReferenceLost: (product) => this.lost.has(product),
      nameOf: (officerId) => (officerId === 'ada' ? 'Ada Obi' : null),
    })
    followUps.changed.subscribe((ids) => this.changed.push(...ids))
    followUps.statusChanged.subscribe((ids) => this.statuses.push(...ids))
    return followUps
  }
}
