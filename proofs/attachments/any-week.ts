import { attachmentFields, type AttachmentField } from '#shared/domain/attachment.ts'
import { pdfOfPhotos } from '#renderer/data/photos/photo-pdf.ts'
import { BranchWithFiles, someFields, stores } from './branch-with-files.ts'
import { Death, type Crash } from '#testing/kills/crash.ts'
import { Life } from './kill-points.ts'
import type { Mishap, StoreCall } from '#testing/uploads/simulated-store.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** What a store refuses for a while. */
const problems = ['busy', 'no-connection', 'wrong-key', 'not-allowed', 'full', 'link-not-public'] as const

export interface Week {
  /** What was promised and is not so. */
  readonly broken: readonly string[]
  /** Where the process was killed on purpose. */
  readonly wasKilled: boolean
  readonly files: number
  /** Discards that were undone. */
  readonly undone: number
}

/**
 * A time at an office, by chance: claims with files and without, a store of any manner, lost connections, officers who take
 * claims back, discard and forget, claims that expire, another store, kills; then it is calm for long enough.
 *
 * @param kill the point at which the first process is killed, the nth time that it reaches it; null for none
 */
export async function liveWeek(chance: () => number, kill: Crash | null, steps: number): Promise<Week> {
  const branch = new BranchWithFiles(chance, new Life(new Death(kill ?? undefined)))
  // What leads to a point of a rare way.
  const towards = (way: string): boolean => kill?.point?.includes(way) ?? false
  let files = 0
  let wasKilled = false

  const one = <T>(list: readonly T[]): T | undefined => list[Math.floor(chance() * list.length)]
  const bytes = (): Buffer => {
    const isLarge = chance() < 0.12
    const size = isLarge ? 300_000 + Math.floor(chance() * 300_000) : 1 + Math.floor(chance() * 4_000)
    const made = Buffer.alloc(size, files % 251)
    for (let n = 0; n < Math.min(size, 12); n += 1) made[n] = Math.floor(chance() * 256)
    return made
  }
  /** A photo as the page makes it smaller: no two are alike. */
  const photo = (kb: number): Buffer => {
    const made = Buffer.alloc(kb * 1_000, Math.floor(chance() * 256))
    Buffer.from('ffd8ffc00011080258032003', 'hex').copy(made)
    for (let n = 12; n < 24; n += 1) made[n] = Math.floor(chance() * 256)
    return made
  }
  /** An ordinary accident: five photos of it as one PDF, and a photo for each of the others, one of them from a HEIC. */
  function captureAccident(): void {
    const pdf = pdfOfPhotos(Array.from({ length: 5 }, () => new Uint8Array(photo(24))))
    if (pdf === null) throw new Error('The photos are not as the page makes them.')
    const made = new Map<AttachmentField, Buffer>(attachmentFields.map((field) => [field, photo(20)]))
    files += made.set('incidentPictureUrl', Buffer.from(pdf)).size
    branch.capture(made)
  }
  function capture(): void {
    const fields = chance() < 0.25 ? [] : someFields(chance)
    const made = new Map<AttachmentField, Buffer>(fields.map((field) => [field, bytes()]))
    files += made.size
    branch.capture(made)
  }
  const trouble = (call: StoreCall): Mishap | null => {
    if (chance() > 0.15) return null
    const kind = chance()
    if (kind < 0.4) return { type: 'answer-lost' }
    if (kind < 0.6) return { type: 'cut' }
    const problem = one(problems) ?? 'busy'
    if (problem === 'link-not-public' && call !== 'opens') return { type: 'answer-lost' }
    return { type: 'fails', problem, ...(problem === 'busy' ? { retryAfterMs: chance() * 60_000 } : {}) }
  }
  // At once, as long as it is offered, as long as main does it and later, perhaps by another process.
  async function changeOnesMind(id: string): Promise<void> {
    branch.discard(id)
    if (chance() < 0.4) return
    if (chance() < 0.3 && kill === null) branch.kill()
    await branch.clock.advance(one([0, 1_000, 5_000, 10_000, 20_000, 20_001]) ?? 0)
    if (!branch.isAlive && kill === null) branch.restart()
    if (branch.discarded !== undefined) branch.undoDiscard(branch.discarded)
    if (chance() < 0.2) await changeOnesMind(id)
  }
  async function deed(): Promise<void> {
    const kind = chance()
    const id = one(branch.undelivered)
    if (kind < 0.03) captureAccident()
    else if (kind < 0.4) capture()
    else if (kind < 0.5) branch.setOnline(false)
    else if (kind < 0.53) branch.setInsurer(false)
    else if (kind < 0.56) branch.setInsurer(true)
    else if (kind < 0.65) branch.setOnline(true)
    else if (kind < 0.73 && id !== undefined) branch.backAndAgain(id)
    else if (kind < 0.8 && id !== undefined) await changeOnesMind(id)
    else if (kind < 0.83) branch.forgetSettled()
    else if (kind < 0.86) branch.outliveSettled()
    else if (kind < 0.9) branch.setStore(one(stores) ?? branch.current)
    else if (kind < 0.93 && kill === null) branch.kill()
  }
  branch.store.manner = {
    etags: one(['md5', 'md5', 'like-md5', 'opaque'] as const) ?? 'md5',
    shownAfterMs: one([0, 0, 800, 30_000]) ?? 0,
    opensAfterMs: one([0, 0, 3_000]) ?? 0,
    hidesMissing: chance() < 0.5,
    latencyMs: one([0, 250, 2_000]) ?? 0,
    // 25 ms a kB is a line of 40 kB/s.
    perKbMs: one([0, 25, 25]) ?? 0,
  }
  branch.store.mishap = (call) =>
    branch.isOnline ? trouble(call) : { type: 'fails', problem: 'no-connection' }

  captureAccident()
  capture()
  for (let n = 0; n < steps; n += 1) {
    await branch.clock.advance(chance() < 0.1 ? chance() * 30 * hourMs : chance() * 40_000)
    branch.watch()
    if (!branch.isAlive) {
      wasKilled ||= kill !== null
      branch.restart()
    }
    if (towards('left')) branch.setStore(stores[n % 2] ?? branch.current)
    const id = one(branch.undelivered)
    if (towards('removed') && id !== undefined && chance() < 0.5) branch.discard(id)
    await deed()
  }
  branch.store.mishap = () => null
  branch.setOnline(true)
  if (!branch.isAlive) {
    wasKilled ||= kill !== null
    branch.restart()
  }
  await branch.clock.advance(hourMs)
  // Whatever is still to come of it.
  if (!branch.isAlive) {
    wasKilled = true
    branch.restart()
  }
  await branch.clock.advance(9 * hourMs)
  const broken = branch.promises()
  branch.close()
  return { broken, wasKilled, files, undone: branch.undone }
}
