import type { DeliveryProof } from '#shared/outbox/entry.ts'
import { runTestInsurer } from '#testing/insurer/test-insurer.ts'
import { FaultyWire } from './faulty-wire.ts'
import { SkippingClock } from './skipping-clock.ts'
import { TcpProxy } from './tcp-proxy.ts'
import type { WireCase } from './wire-case.ts'
import { WireHarness } from './wire-harness.ts'

/** What a run came to. */
export interface WireReport {
  readonly name: string
  /** Promises that were broken; none in a run that went well. */
  readonly broken: readonly string[]
  /** How it became known that the entry is received. */
  readonly proof: DeliveryProof | 'none'
  readonly attempts: number
  /** It was unconfirmed for a while. */
  readonly wasUncertain: boolean
  /** Faults that met an exchange. */
  readonly struck: number
  /** The computer was too busy to say anything of waiting. */
  readonly starved: boolean
}

/** Real time after which a run that has not ended is reported as stuck. */
const stuckAfterMs = 60_000
/** A policy that nothing holds back has its turn within this much of the engine's time. */
const promptMs = { onFineReadings: 60_000, onFaultyReadings: 4 * 60_000 }

/** The real engine, outbox and client against the practice server, through a wire with faults, until all is settled. */
export async function runWireCase(wireCase: WireCase): Promise<WireReport> {
  const server = await runTestInsurer({ file: null, pharmacyCount: 20 })
  server.behave(wireCase.ways)
  const clock: SkippingClock = new SkippingClock({
    isBusy: () => harness.calls.inFlight > 0,
    quiet: () => wire.quiet(),
  })
  const wire = new FaultyWire((delayMs, callBack) => clock.after(delayMs, callBack))
  const proxy = await TcpProxy.start(server.port, wire.carry)
  const harness = new WireHarness({ wireCase, server, wire, clock, url: proxy.url })
  harness.start()
  const settled = await harness.settledWithin(stuckAfterMs)
  const { entry, promises, wasUncertain, companionsTurnMs } = harness
  if (!settled) {
    const engineSeconds = Math.round(clock.monotonicMs() / 1000)
    const { inFlight } = harness.calls
    promises.broken.add(
      `stuck in ${entry?.state.name ?? 'nothing'} at ${engineSeconds} s, ${inFlight} calls and ${wire.inFlight} on the wire`,
    )
  }
  const prompt = wireCase.onReadings.length === 0 ? promptMs.onFineReadings : promptMs.onFaultyReadings
  const waitedMs = companionsTurnMs ?? Infinity
  if (waitedMs > prompt && !harness.calls.starved)
    promises.broken.add(`another policy waited ${waitedMs / 1000} s for its turn`)
  // What is stuck would not end either, and is to be reported.
  if (settled) await harness.end()
  proxy.refuse()
  await server.close()
  return {
    name: wireCase.name,
    broken: [...promises.broken],
    proof: entry !== null && 'proof' in entry.state ? entry.state.proof : 'none',
    attempts: entry?.attempts ?? 0,
    wasUncertain,
    struck: wire.struck,
    starved: harness.calls.starved,
  }
}
