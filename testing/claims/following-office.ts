import type { ShownClaim } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'
import type { UploadHold } from '#shared/outbox/entry-files.ts'
import type { Hold } from '#shared/outbox/hold.ts'
import { ok, type Result } from '#shared/result.ts'
import type { MerchantApi } from '#main/insurer/api/merchant-api.ts'
import { createEngineMemory } from '#main/outbox/engine-memory.ts'
import { ClaimFollower } from '#main/claims/following.ts'
import { FollowedOffice } from './follow-ups.ts'
import { madeUpDetail } from './made-up-detail.ts'

const answerBytes = 4_000

/** An office that follows its claims, and its insurer. */
export class FollowingOffice extends FollowedOffice {
  readonly asked: { readonly policyNumber: string; readonly atMs: number }[] = []
  /** What the claim of a policy is like at the insurer now. */
  answer: (policyNumber: string) => Result<Partial<ShownClaim>, Failure> = () => ok({})
  bytes = answerBytes
  connection: 'online' | 'offline' = 'online'
  holds: Hold[] = []
  standsStill: 'paused' | null = null
  files: { files: number; hold: UploadHold | null } = { files: 0, hold: null }
  savesData = false
  isPractice = false
  readonly tookByEngine: object[] = []
  readonly ids = new Map<string, string>()
  /** Questions wait here until they are let through. */
  gate: Promise<unknown> = Promise.resolve()
  following = this.#follow()

  /** A claim of a policy of its own. */
  add(policyNumber: string, given: Parameters<FollowedOffice['received']>[1] = {}): string {
    const id = this.received(policyNumber, given)
    this.ids.set(policyNumber, id)
    return id
  }

  start(): void {
    this.following.start()
  }

  async again(): Promise<void> {
    await this.following.stop()
    this.following = this.#follow()
    this.start()
  }

  /** The policies that were asked about since the last time. */
  questions(): readonly string[] {
    return this.asked.splice(0).map(({ policyNumber }) => policyNumber)
  }

  #follow(): ClaimFollower {
    const claimDetails: MerchantApi['claimDetails'] = async (_product, policyNumber, how) => {
      this.asked.push({ policyNumber, atMs: this.clock.now().getTime() })
      await Promise.race([this.gate, aborted(how?.signal)])
      how?.onBytes?.(this.bytes)
      const answer = this.answer(policyNumber)
      if (!answer.ok) return answer
      const shown = this.shown(this.ids.get(policyNumber) ?? '', answer.value)
      return ok({ ...madeUpDetail(policyNumber), ...shown })
    }
    return new ClaimFollower({
      followUps: this.followUps,
      outbox: this.outbox,
      memory: createEngineMemory(this.database),
      api: { claimDetails },
      engine: {
        connectionStatus: () => ({ connection: this.connection, holds: this.holds }),
        standsStill: () => this.standsStill,
        claimShown: (claim) => void this.tookByEngine.push(claim),
      },
      uploads: { status: () => this.files },
      clock: this.clock,
      savesData: () => this.savesData,
      isPractice: this.isPractice,
    })
  }
}

async function aborted(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }))
}
