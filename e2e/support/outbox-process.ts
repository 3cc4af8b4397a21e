import { flushCompileCache } from 'node:module'
import * as v from 'valibot'
import { createMerchantApi } from '#main/api/merchant-api.ts'
import { createRowProtection } from '#main/environment/row-sealing.ts'
import { createEngineMemory } from '#main/outbox/engine-memory.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import { openOutboxFile } from '#main/outbox/open-outbox.ts'
import { createOutbox } from '#main/outbox/outbox.ts'
import { Engine } from '#main/delivery/engine.ts'
import { isSending, isSettled, needsOfficer } from '#shared/outbox/predicates.ts'
import { mostSideBySide } from '#main/delivery/engine-options.ts'
import { CrashPoints } from './crash-points.ts'
import { fastClock } from './fast-clock.ts'
import { OutboxProcessOptionsSchema, RequestSchema, type OutboxReport } from './outbox-messages.ts'

/*
 * The outbox and its engine in a process of their own, to be killed: the same code as in main, over a real file and
 * the real API client. It accepts what it is sent and notifies its parent once an entry is on the disk.
 */

/** Five minutes, the span that proves a claim absent, pass in half a second. */
const clockSpeed = 600
const postTimeoutMs = 250

const { file, baseUrl, key, crash, untilSettled } = v.parse(
  OutboxProcessOptionsSchema,
  JSON.parse(process.argv[2] ?? ''),
)
const points = new CrashPoints(crash)
points.install()

const opened = openOutboxFile(file, new Date())
if (!opened.ok || opened.value.rebuilt !== null) throw new Error('The outbox file does not open.')
const { database } = opened.value
const protection = createRowProtection({ bytes: new Uint8Array(32).fill(7) })
const outbox = points.around(createOutbox(database, protection))
const api = createMerchantApi({ baseUrl, readKey: () => Promise.resolve(key), postTimeoutMs })
const engine = new Engine({
  outbox,
  memory: createEngineMemory(database),
  api: points.aroundApi(api),
  clock: fastClock(clockSpeed),
  random: Math.random,
  hasKey: () => Promise.resolve(true),
  sideBySide: () => mostSideBySide,
  onEntries: (entries) => {
    points.announced(entries.some(({ state }) => isSending(state)))
    reportStates(entries)
  },
  onStatus: () => void endIfSettled(),
})

function report(message: OutboxReport): void {
  process.send?.(message)
}

function reportStates(entries: readonly KeptEntry[]): void {
  for (const { id, body, state, candidates } of entries) {
    if (isSettled(state)) report({ type: 'settled', id })
    if (needsOfficer(body.kind, state, candidates)) report({ type: 'needs-officer', id, candidates })
  }
}

let ending = false
async function endIfSettled(): Promise<void> {
  if (!untilSettled || ending || [...outbox.undelivered()].length > 0) return
  ending = true
  await engine.stop()
  await api.close()
  database.close()
  process.disconnect()
}

// As the officer does who knows the customer: the insurer's claim names the same one.
function compare(id: string, at: string): void {
  const body = outbox.get(id)?.body
  if (body?.kind !== 'claim') return
  const open = outbox.candidates.ofEntry(id).filter(({ ruledOutAt }) => ruledOutAt === null)
  const own = open.find(({ claim }) => claim.claimantIdentification === body.claim.claimantIdentification)
  if (own === undefined) for (const { key } of open) outbox.candidates.ruleOut(id, key, at)
  else outbox.identify(id, own.key, at)
  const entry = outbox.get(id)
  if (entry !== null) reportStates([entry])
}

process.on('message', (message) => {
  const request = v.parse(RequestSchema, message)
  const at = new Date().toISOString()
  if (request.type === 'submit') {
    const kept = outbox.accept(request.submission, at)
    if (!kept.ok) throw new Error(`Not accepted: ${kept.error.type}`)
    report({ type: 'accepted', id: request.submission.id })
  } else if (request.type === 'compare') {
    compare(request.id, at)
  } else {
    const decided = outbox.apply(request.id, { type: request.event, at })
    if (decided.ok) reportStates([decided.value])
    // A list or an answer may have settled it just before.
    else if (decided.error.type !== 'impossible-transition') throw new Error(decided.error.type)
  }
  if (request.type === 'submit') engine.nudge()
  else engine.entryDecided(request.id)
})

// Its parent is gone and cannot kill it: it must not run for ever.
process.on('disconnect', () => process.exit())

engine.start()
reportStates([...outbox.undelivered()])
report({ type: 'ready' })
// For the next one, as this one is killed before it would do so at its end.
flushCompileCache()
