import { flushCompileCache } from 'node:module'
import * as v from 'valibot'
import { createMerchantApi } from '#main/insurer/api/merchant-api.ts'
import { AttachmentStore } from '#main/outbox/attachments/attachment-store.ts'
import { chunkBytes } from '#main/outbox/attachments/sealed-file.ts'
import { backToDraft } from '#main/outbox/drafts/back-to-draft.ts'
import { createDraftStore } from '#main/outbox/drafts/draft-store.ts'
import { createRowProtection, type KeptEntry } from '#main/outbox/entry-codec.ts'
import { checkStore } from '#main/file-store/check-store.ts'
import type { ObjectStore } from '#main/file-store/object-store.ts'
import { createObjectStore } from '#main/file-store/s3-object-store.ts'
import { directNetwork } from '#main/network/network.ts'
import { openOutboxFile } from '#main/outbox/open-outbox.ts'
import { Outbox } from '#main/outbox/outbox.ts'
import { plainEngine } from '#testing/engine/plain-engine.ts'
import { overlaid } from '#testing/engine/simulated-process.ts'
import { Moments } from '#testing/kills/crash.ts'
import { installDiskSteps } from '#testing/kills/disk-steps.ts'
import { installWireSteps } from '#testing/kills/wire-steps.ts'
import { testAccessKey } from '#testing/insurer/test-insurer.ts'
import { refusalOfFiles } from '#main/delivery/uploads/waiting-claims.ts'
import type { StoreSource } from '#main/delivery/uploads/stores.ts'
import { createUploadRows } from '#main/delivery/uploads/upload-rows.ts'
import { plainUploader } from '#testing/uploads/plain-uploader.ts'
import type { Clock } from '#main/platform/clock.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { isSettled, isWaiting, needsOfficer, undoMs } from '#shared/outbox/predicates.ts'
import { mostSideBySide } from '#main/delivery/engine-options.ts'
import { bytesOf } from './captured.ts'
import {
  KillRequestSchema,
  OutboxProcessOptionsSchema,
  takingBack,
  type Captured,
  type KillRequest,
  type OutboxReport,
} from './messages.ts'

/*
 * Outbox, files, uploader and engine in a process of their own, to be killed: the same code as in main, over a real
 * file, the real client of the API and that of the file store.
 */

/** Five minutes, the span that proves a claim absent, pass in half a second. */
const clockSpeed = 600
const postTimeoutMs = 250

const { file, baseUrl, key, store, crash, untilSettled } = v.parse(
  OutboxProcessOptionsSchema,
  JSON.parse(process.argv[2] ?? ''),
)
const moments = new Moments(crash)
await installDiskSteps(moments)
installWireSteps(moments)
moments.isCounted = true

const opened = openOutboxFile(file, new Date())
if (!opened.ok || opened.value.rebuilt !== null) throw new Error('The outbox file does not open.')
const { database } = opened.value
const protection = createRowProtection({ bytes: new Uint8Array(32).fill(7) })
const outbox = new Outbox(database, protection)
const drafts = createDraftStore(database, protection)
const attachments = new AttachmentStore({ database, protection, outboxFile: file })
const rows = createUploadRows(database, protection)
const api = createMerchantApi({ baseUrl, readKey: () => Promise.resolve(key), postTimeoutMs })
/** Its waits pass so much faster; the wall clock is the real one. */
const clock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now() * clockSpeed,
  after(delayMs, callBack) {
    const timer = setTimeout(callBack, delayMs / clockSpeed)
    return () => clearTimeout(timer)
  },
  soon: (callBack) => void setImmediate(callBack),
}
const engine = plainEngine(database, {
  outbox,
  api,
  clock,
  random: Math.random,
  sideBySide: () => mostSideBySide,
  onChange: (entries) => {
    if (entries.length > 0) {
      reportStates(entries)
      uploads.nudge()
    }
    void endIfSettled()
  },
})
const fileStores: StoreSource = {
  current: () => store,
  open: (opening) => {
    const options = {
      store: opening,
      accessKey: testAccessKey,
      network: directNetwork,
      now: () => new Date(),
    }
    return Promise.resolve({
      objects: telling(createObjectStore(options)),
      check: (signal) => checkStore(options, signal),
    })
  },
}
/** A store that tells when it answered to a file. */
function telling(objects: ObjectStore): ObjectStore {
  return overlaid(objects, {
    put: async (name, ...rest) => {
      const answer = await objects.put(name, ...rest)
      const upload = rows.open().find(({ record }) => record.name === name)
      if (upload !== undefined) report({ type: 'put', id: upload.record.entryId })
      return answer
    },
  })
}
const uploads = plainUploader({
  outbox,
  rows,
  attachments,
  stores: fileStores,
  clock,
  random: Math.random,
  stoppedBy: () => engine.standsStill(),
  onEntries: () => void endIfSettled(),
  onStatus: () => void endIfSettled(),
  onReady: () => engine.nudge(),
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

let isAllAsked = false
let ending = false
async function endIfSettled(): Promise<void> {
  if (!untilSettled || !isAllAsked || ending) return
  const left = [...outbox.undelivered()].length + rows.open().length + rows.unwanted().length
  if (left > 0) return
  ending = true
  await Promise.all([engine.stop(), uploads.stop()])
  await attachments.close()
  await api.close()
  database.close()
  process.disconnect()
}

/** As the page does: a draft is kept first, then files are added to it part by part, then it is submitted. */
async function submit({ submission, draft, files }: Captured): Promise<void> {
  const at = new Date().toISOString()
  if (draft !== null) drafts.save(draft)
  for (const { id, field, size } of files) {
    const bytes = bytesOf({ id, size })
    for (let index = 0; index * chunkBytes < size; index += 1) {
      const part = bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes)
      const given = { id, claimId: submission.id, name: 'made up.jpg', size, photos: null, field }
      const added = await attachments.addPart({ ...given, index, bytes: part }, at)
      if (!added.ok) throw new Error(`Not added: ${added.error.type}`)
      if (added.value.type !== 'refused') continue
      // It was there before the process died.
      if (added.value.why === 'already-there') break
      throw new Error(`Refused: ${added.value.why}`)
    }
  }
  const isKnown = outbox.get(submission.id) !== null
  const refusal = isKnown ? null : await refusalOfFiles(submission, attachments, fileStores)
  if (refusal !== null) throw new Error(`Not accepted: ${refusal.type}`)
  const kept = outbox.accept(submission, at)
  if (!kept.ok) throw new Error(`Not accepted: ${kept.error.type}`)
  report({ type: 'accepted', id: submission.id })
  engine.nudge()
  uploads.nudge()
}

function withdraw(id: string, to: 'draft' | 'discarded'): void {
  // A discard of so long ago can no longer be undone: its files go at once.
  const at = new Date(Date.now() - undoMs - 1).toISOString()
  const entry = outbox.get(id)
  // It may be on its way or received by now.
  if (entry === null || !isWaiting(entry.state)) return
  moments.within = takingBack
  if (to === 'draft') backToDraft({ outbox, drafts, attachments }, entry, null, at)
  else outbox.apply(id, { type: 'withdraw', at, to })
  moments.within = ''
  engine.entryDecided(id)
  uploads.nudge()
}

/** As the officer does who knows the customer: the insurer's claim names the same one. */
function compare(id: string, at: string): void {
  const body = outbox.get(id)?.body
  if (body?.kind !== 'claim') return
  const open = outbox.candidates.ofEntry(id).filter(({ ruledOutAt }) => ruledOutAt === null)
  const own = open.find(({ claim }) => claim.claimantIdentification === body.claim.claimantIdentification)
  if (own === undefined) for (const { key: other } of open) outbox.candidates.ruleOut(id, other, at)
  else outbox.identify(id, own.key, at)
  const entry = outbox.get(id)
  if (entry !== null) reportStates([entry])
  engine.entryDecided(id)
}

async function answer(request: KillRequest): Promise<void> {
  switch (request.type) {
    case 'submit':
      await submit(request.captured)
      break
    case 'withdraw':
      withdraw(request.id, request.to)
      break
    case 'forget':
      outbox.remove([request.id])
      attachments.removeOrphans()
      engine.nudge()
      uploads.nudge()
      break
    case 'decide': {
      const decided = outbox.apply(request.id, { type: request.event, at: new Date().toISOString() })
      if (decided.ok) reportStates([decided.value])
      // A list or an answer may have settled it just before.
      else if (decided.error.type !== 'impossible-transition') throw new Error(decided.error.type)
      engine.entryDecided(request.id)
      break
    }
    case 'compare':
      compare(request.id, new Date().toISOString())
      break
    case 'that-is-all':
      isAllAsked = true
      await endIfSettled()
  }
}

const inTurn = oneAtATime()
process.on('message', (message) => {
  const request = v.parse(KillRequestSchema, message)
  void inTurn(() => answer(request))
})

// Its parent is gone and cannot kill it: it must not run for ever.
process.on('disconnect', () => process.exit())

uploads.start()
engine.start()
reportStates([...outbox.undelivered()])
report({ type: 'ready' })
// For the next one, as this one is killed before it would do so at its end.
flushCompileCache()
