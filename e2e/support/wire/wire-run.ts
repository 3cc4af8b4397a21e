import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createMerchantApi } from '#main/api/merchant-api.ts'
import { createRowProtection } from '#main/environment/row-sealing.ts'
import { createEngineMemory } from '#main/outbox/engine-memory.ts'
import { openOutboxFile } from '#main/outbox/open-outbox.ts'
import { createOutbox } from '#main/outbox/outbox.ts'
import { startPracticeServer } from '#main/practice/practice-server.ts'
import type { DeliveryApi } from '#main/sync/engine-options.ts'
import { Engine } from '#main/sync/engine.ts'
import type { Submission } from '#shared/outbox/entry.ts'
import { isReceived, isSettled, isUnconfirmed, needsOfficer } from '#shared/outbox/predicates.ts'
import { FaultyWire } from './faulty-wire.ts'
import { SkippingClock } from './skipping-clock.ts'
import { TcpProxy } from './tcp-proxy.ts'
import type { WireCase } from './wire-case.ts'
import { WirePromises } from './wire-promises.ts'

/** What a run came to. */
export interface WireReport {
  readonly name: string
  /** Promises that were broken; none in a run that went well. */
  readonly broken: readonly string[]
  /** How it became known that the entry is received. */
  readonly evidence: 'answer' | 'list' | 'officer' | 'none'
  readonly attempts: number
  /** It was unconfirmed for a while. */
  readonly wasUncertain: boolean
  /** Faults that met an exchange. */
  readonly struck: number
}

/** Limits of one exchange. A healthy one over loopback takes a few milliseconds. */
const limitsMs = { postTimeoutMs: 400, getTimeoutMs: 400, connectTimeoutMs: 400 } as const
/** Real time after which a run that has not ended is reported as stuck. */
const stuckAfterMs = 20_000
/** A policy that nothing holds back is delivered within this much of the engine's time. */
const promptMs = { onFineReadings: 60_000, onFaultyReadings: 4 * 60_000 }

/** The real engine, outbox and client against the practice server, through a wire with faults, until all is settled. */
export async function runWireCase(wireCase: WireCase, folder: string): Promise<WireReport> {
  const started = await startPracticeServer({ file: ':memory:', pharmacyCount: 20 })
  if (!started.ok) throw new Error(`The practice server did not start: ${started.error.type}`)
  const server = started.value
  const inFlight = { calls: 0 }
  const clock: SkippingClock = new SkippingClock({
    isBusy: () => inFlight.calls > 0,
    quiet: () => wire.quiet(),
  })
  const wire = new FaultyWire(clock.after)
  const proxy = await TcpProxy.start(server.port, wire.carry)
  const opened = openOutboxFile(join(folder, `${wireCase.submission.id}.sqlite`), clock.now())
  if (!opened.ok) throw new Error(`The outbox did not open: ${opened.error.type}`)
  const { database } = opened.value
  const outbox = createOutbox(
    database,
    createRowProtection({ bytes: new Uint8Array(32).fill(7), protection: 'none' }),
  )
  const promises = new WirePromises(outbox, server)
  const api = createMerchantApi({
    ...limitsMs,
    baseUrl: proxy.url,
    readKey: () => Promise.resolve(server.key),
  })
  const settled = Promise.withResolvers<'settled'>()
  const seen = { wasUncertain: false, companionAtMs: 0 }
  const look = (): void => {
    promises.check()
    const entry = outbox.get(wireCase.submission.id)
    const companion = outbox.get(wireCase.companion.id)
    if (entry === null || companion === null) return
    if (isUnconfirmed(entry.state)) seen.wasUncertain = true
    if (seen.companionAtMs === 0 && isReceived(companion.state)) seen.companionAtMs = clock.monotonicMs()
    // The officer looks at it in a turn of their own, as they would.
    if (needsOfficer(entry.body.kind, entry.state)) setImmediate(decide)
    else if (isDone(entry.id) && isDone(companion.id)) settled.resolve('settled')
  }
  // Received, and for a claim seen in the list too: then a second row of it would have been seen.
  const isDone = (id: string): boolean => {
    const entry = outbox.get(id)
    if (entry === null || !isSettled(entry.state)) return false
    return entry.body.kind !== 'claim' || ('claimId' in entry.state && entry.state.claimId !== null)
  }
  const decide = (): void => {
    const { id } = wireCase.submission
    const at = clock.now().toISOString()
    const type = wireCase.officer === 'accepts' ? 'officer-accepts' : 'officer-resends'
    if (!outbox.apply(id, { type, at }).ok) return
    if (type === 'officer-resends') promises.resends += 1
    engine.nudge()
    look()
  }
  const engine: Engine = new Engine({
    outbox,
    memory: createEngineMemory(database),
    api: throughFaults(api, wireCase, wire, inFlight),
    clock,
    random: () => 0.5,
    hasKey: () => Promise.resolve(true),
    baselineMaxAgeMs: () => 10 * 60_000,
    onEntries: look,
    onStatus: look,
  })
  const accept = (submission: Submission): void => {
    const kept = outbox.accept(submission, clock.now().toISOString())
    if (!kept.ok) throw new Error(`Not accepted: ${kept.error.type}`)
    promises.accepted(submission)
  }
  accept(wireCase.submission)
  accept(wireCase.companion)
  engine.start()

  const stuck = new AbortController()
  const end = await Promise.race([
    settled.promise,
    pause(stuckAfterMs, 'stuck' as const, { signal: stuck.signal }).catch(() => 'settled' as const),
  ])
  stuck.abort()
  clock.stop()
  await engine.stop()
  // What is still on the way arrives before it is counted.
  await wire.quiet()
  promises.check()
  const entry = outbox.get(wireCase.submission.id)
  if (end === 'stuck') promises.broken.add(`stuck in ${entry?.state.name ?? 'nothing'}`)
  const prompt = wireCase.onReadings.length === 0 ? promptMs.onFineReadings : promptMs.onFaultyReadings
  if (seen.companionAtMs > prompt) promises.broken.add(`another policy waited ${seen.companionAtMs / 1000} s`)
  await api.close()
  database.close()
  await proxy.close()
  await server.close()
  return {
    name: wireCase.name,
    broken: [...promises.broken],
    evidence: entry !== null && 'evidence' in entry.state ? entry.state.evidence : 'none',
    attempts: entry?.attempts ?? 0,
    wasUncertain: seen.wasUncertain,
    struck: wire.struck,
  }
}

/** The real client, with each call's fault ordered just before it and called off after it. */
function throughFaults(
  api: DeliveryApi,
  { submission, onAttempts, onReadings }: WireCase,
  wire: FaultyWire,
  inFlight: { calls: number },
): DeliveryApi {
  const attemptFaults = [...onAttempts]
  const readingFaults = [...onReadings]
  let tried = false
  const call = async <T>(fault: (typeof onReadings)[number], ask: () => Promise<T>): Promise<T> => {
    inFlight.calls += 1
    wire.arm(fault)
    try {
      return await ask()
    } finally {
      wire.arm(null)
      inFlight.calls -= 1
    }
  }
  const nextAttempt = (isOurs: boolean): (typeof onReadings)[number] => {
    if (!isOurs) return null
    tried = true
    return attemptFaults.shift() ?? null
  }
  const { body } = submission
  return {
    createClaim: (product, claim, reference, signal) => {
      const isOurs =
        body.kind === 'claim' && body.claim.claimantIdentification === claim.claimantIdentification
      return call(nextAttempt(isOurs), () => api.createClaim(product, claim, reference, signal))
    },
    requestPharmacy: (id, policyNumber, signal) =>
      call(nextAttempt(true), () => api.requestPharmacy(id, policyNumber, signal)),
    listClaims: (product, signal) =>
      call(tried ? (readingFaults.shift() ?? null) : null, () => api.listClaims(product, signal)),
    checkConnection: (signal) => call(null, () => api.checkConnection(signal)),
  }
}
