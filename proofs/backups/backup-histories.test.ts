import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Submission } from '#shared/outbox/entry.ts'
import { isDecidable, isReceived, isUnconfirmed } from '#shared/outbox/predicates.ts'
import { submissionWithFiles } from '#testing/outbox/made-up.ts'
import { Deeds } from '#testing/engine/deeds.ts'
import { atOnce, SimulatedInsurer } from '#testing/engine/simulated-insurer.ts'
import { VirtualClock } from '#testing/virtual-clock.ts'
import { proofSeed, proofSize, recordFigure } from '#testing/proof.ts'
import type { Mishap } from '#testing/uploads/simulated-store.ts'
import { computersInOffice, step, type Step } from './backup-steps.ts'
import { ModelComputer } from '#testing/backups/model-computers.ts'
import { OfficeFiles } from '#testing/backups/model-uploads.ts'

const histories = proofSize('CLAIMS_DESK_BACKUPS', { short: 60, medium: 200, long: 30_000 })
const seed = proofSeed()

/** Which computers start online. */
const lines = fc.array(fc.boolean(), { minLength: computersInOffice, maxLength: computersInOffice })

/** An office with several computers that write backups, import each other's and all keep sending. */
class Office {
  readonly clock = new VirtualClock()
  readonly deeds = new Deeds()
  readonly insurer = new SimulatedInsurer({ clock: this.clock, watch: this.deeds, rowsBefore: 1 })
  readonly files = new OfficeFiles(this.clock)
  readonly computers = Array.from(
    { length: computersInOffice },
    () => new ModelComputer(this.clock, this.insurer, this.files),
  )
  readonly backups: Buffer[] = []
  readonly submitted: Submission[] = []
  #storeMishap: Mishap | null = null

  constructor() {
    this.files.store.mishap = () => {
      const mishap = this.#storeMishap
      this.#storeMishap = null
      return mishap
    }
  }

  computer(n: number): ModelComputer {
    const computer = this.computers[n]
    if (computer === undefined) throw new Error('no such computer')
    return computer
  }

  async happen(step: Step): Promise<void> {
    switch (step.type) {
      case 'claim':
        this.submitClaim(this.computer(step.at), step.policy, step.files)
        break
      case 'request':
        this.#submit(this.computer(step.at), {
          kind: 'pharmacy-request',
          pharmacyId: this.submitted.length + 1,
          pharmacyName: 'P',
          policyNumber: `KKP/${step.policy}`,
        })
        break
      case 'time':
        await this.clock.advance(step.seconds * 1000)
        break
      case 'line':
        this.computer(step.at).setOnline(step.online)
        break
      case 'kill':
        this.computer(step.at).kill()
        break
      case 'fate':
        this.insurer.happen(step, String)
        break
      case 'store':
        this.#storeMishap = step.mishap
        break
      case 'copy':
        this.#keep(await this.computer(step.at).backUp())
        break
      case 'move': {
        if (step.to === step.at) break
        const file = await this.computer(step.at).backUp()
        this.#keep(file)
        if (file !== null) await this.computer(step.to).takeIn(file)
        break
      }
      case 'take-in': {
        const file = this.backups[step.file % Math.max(1, this.backups.length)]
        if (file !== undefined) await this.computer(step.at).takeIn(file)
        break
      }
    }
    await this.clock.settle()
    this.#check()
  }

  submitClaim(computer: ModelComputer, policy: number, withFiles: boolean): void {
    const n = this.submitted.length
    const product = policy % 2 === 0 ? 'keke' : 'okada'
    const { body } = submissionWithFiles(
      withFiles ? ['incidentPictureUrl', 'medicalReportUrl'] : [],
      { policyNumber: `KKP/${policy}`, claimantIdentification: `Ade ${n}` },
      { product, branchReference: `0000-${String(n).padStart(4, '0')}` },
    )
    this.#submit(computer, body)
  }

  /** Ends every fault. */
  async heal(): Promise<void> {
    this.insurer.putRight(atOnce)
    this.#storeMishap = null
    for (const computer of this.computers) computer.setOnline(true)
    for (const minutes of [20, 1, 20, 40, 60, 60]) await this.#pass(minutes)
  }

  /** Nothing is lost, and every entry marked as received really was received. */
  checkEnd(): void {
    for (const { id, body } of this.submitted) {
      const copies = this.computers.flatMap(({ source }) => source.outbox.get(id)?.state ?? [])
      const acts = this.deeds.acts.get(id) ?? 0
      if (copies.length === 0) throw new Error(`lost: ${id}`)
      if (acts === 0 && copies.some(isReceived)) throw new Error(`received by nobody: ${id}`)
      for (const state of copies) {
        // A copy that waits for an officer is looked for in the details alone, which show one claim of a policy.
        if (body.kind === 'claim' && acts === 1 && isUnconfirmed(state))
          throw new Error(`received, and in doubt: ${id}`)
        if (state.name === 'queued' || state.name === 'sending') throw new Error(`stuck: ${id} ${state.name}`)
      }
      const isOpen = copies.some((state) => isDecidable(state) || state.name === 'rejected')
      if (acts === 0 && !isOpen && !copies.some(({ name }) => name === 'withdrawn'))
        throw new Error(`nobody follows it: ${id}`)
    }
  }

  async end(): Promise<void> {
    const stopped = Promise.all(this.computers.map((computer) => computer.stop()))
    await this.clock.advance(10_000)
    await stopped
    for (const { database } of this.computers) database.close()
  }

  async #pass(minutes: number): Promise<void> {
    await this.clock.advance(minutes * 60_000)
    this.#check()
  }

  #check(): void {
    if (this.deeds.twice !== null) throw new Error(`done twice: ${this.deeds.twice}`)
    if (this.files.wrongLink !== null) throw new Error(`a link that shows no file: ${this.files.wrongLink}`)
    if (this.files.underTwoNames > 0) throw new Error('a file under two names')
  }

  #keep(file: Buffer | null): void {
    if (file !== null) this.backups.push(file)
  }

  #submit(computer: ModelComputer, body: Submission['body']): void {
    const id = `00000000-0000-7000-8000-${String(this.submitted.length).padStart(12, '0')}`
    if (computer.accept({ id, body })) this.submitted.push({ id, body })
  }
}

/** Claims that were sent with links to their files, in all histories. */
let withLinks = 0

async function live(online: readonly boolean[], steps: readonly Step[]): Promise<void> {
  const lived = new Office()
  try {
    for (const [n, isOnline] of online.entries())
      await lived.happen({ type: 'line', at: n, online: isOnline })
    for (const one of steps) await lived.happen(one)
    await lived.heal()
    lived.checkEnd()
    withLinks += lived.files.sentWithLinks
  } finally {
    await lived.end()
  }
}

it('backups of an office, imported on any of its computers cause no duplicate and lose nothing, whichever computer is online first', async () => {
  const run = await fc.check(fc.asyncProperty(lines, fc.array(step, { maxLength: 22, size: 'max' }), live), {
    numRuns: histories,
    seed,
  })
  const broken = run.failed ? 1 : 0
  recordFigure({
    proof: 'backups',
    tried: { histories: run.numRuns, 'sent with links': withLinks, seed },
    seen: { broken },
  })
  // The report names the history, and not what broke.
  expect(run.failed ? `${String(run.errorInstance)}\n${fc.defaultReportMessage(run)}` : null).toBeNull()
}, 3_600_000)
