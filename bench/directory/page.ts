import { PharmaciesDatabase } from '#renderer/data/db/pharmacies-database.ts'
import { createPharmacyStore, putDirectory } from '#renderer/data/repositories/pharmacy-store.ts'
import { createWorkerStore } from '#renderer/data/repositories/worker-store.ts'
import { DirectoryScan } from '#renderer/data/search/directory-scan.ts'
import { packPharmacies } from '#renderer/data/search/packed-pharmacies.ts'
import { fold } from '#shared/language/fold.ts'
import type { Pharmacy } from '#shared/domain/pharmacy.ts'
import {
  benchPharmacies,
  benchQueries,
  queryKinds,
  questionsPerRun,
  type DirectoryFigures,
} from './made-up.ts'
import { RawRows } from './raw-rows.ts'

const limit = 15

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
function timedNow(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

/** Everything is measured in this one page, what is compared in turn. */
async function measure(count: number, runs: number): Promise<DirectoryFigures> {
  const pharmacies = benchPharmacies(count)
  const raw = await RawRows.open()
  const database = new PharmaciesDatabase('claims-desk-practice')
  const times: Record<string, number[]> = {}
  const add = (name: string, ms: number): void => void (times[name] ??= []).push(ms)

  for (let run = 0; run < runs; run++) {
    await raw.clear()
    add('write/raw', await timed(() => raw.write(pharmacies)))
    add('write/subject', await timed(() => publish(database, pharmacies)))
    add(
      'build/subject',
      timedNow(() => new DirectoryScan(pharmacies)),
    )
    add('load/raw', await timed(() => raw.readAll()))
    add('load/subject', await timed(() => createPharmacyStore('practice').search({ text: '' })))
  }
  const memoryBytes = await memory(count, runs, add)
  queries(pharmacies, runs * questionsPerRun, add)
  return { samples: times, memoryBytes }
}

async function publish(database: PharmaciesDatabase, pharmacies: readonly Pharmacy[]): Promise<void> {
  const count = pharmacies.length
  const fetchedAt = new Date().toISOString()
  await putDirectory(
    database,
    { key: 'published', fetchedAt, count, total: count, isComplete: true, triedAt: null },
    packPharmacies(pharmacies),
  )
}

/** Opens the worker as the application does. @returns the time to its first answer, and what it then holds. */
async function memory(count: number, runs: number, add: (name: string, ms: number) => void): Promise<number> {
  for (let run = 0; run < runs; run++) {
    const directory = createWorkerStore('practice')
    add('usable/subject', await timed(() => directory.search({ text: 'pha' })))
    directory.close()
  }
  const before = await usedBytes()
  const directory = createWorkerStore('practice')
  const found = await directory.search({ text: '' })
  if (!found.ok || found.value.found.length !== count)
    throw new Error('The worker does not hold the directory')
  const after = await usedBytes()
  directory.close()
  return after - before
}

async function usedBytes(): Promise<number> {
  const measureMemory: unknown = Reflect.get(performance, 'measureUserAgentSpecificMemory')
  if (typeof measureMemory !== 'function') throw new Error('Memory cannot be measured here')
  const measured: unknown = await Reflect.apply(measureMemory, performance, [])
  const bytes: unknown = measured instanceof Object ? Reflect.get(measured, 'bytes') : null
  if (typeof bytes !== 'number') throw new Error('Memory cannot be measured here')
  return bytes
}

function queries(
  pharmacies: readonly Pharmacy[],
  questions: number,
  add: (name: string, ms: number) => void,
): void {
  const directory = new DirectoryScan(pharmacies)
  const texts = pharmacies.map((one) => fold([one.name, one.code, one.state, one.lga, one.address].join(' ')))
  for (const kind of queryKinds) {
    const candidates = [
      ['subject', (text: string) => directory.search(text)],
      ['scan', (text: string) => scan(texts, text)],
    ] as const
    const asked = benchQueries(pharmacies, kind, questions)
    asked.forEach((text, turn) => {
      for (let step = 0; step < candidates.length; step++) {
        const candidate = candidates[(turn + step) % candidates.length]
        if (candidate !== undefined)
          add(
            `${kind}/${candidate[0]}`,
            timedNow(() => candidate[1](text)),
          )
      }
    })
  }
}

/** The first fifteen and how many there are: the least that a scan can do. */
function scan(texts: readonly string[], wanted: string): { first: number[]; total: number } {
  const first: number[] = []
  let total = 0
  texts.forEach((text, position) => {
    if (!text.includes(wanted)) return
    total += 1
    if (first.length < limit) first.push(position)
  })
  return { first, total }
}

Object.defineProperty(globalThis, 'measureDirectory', { value: measure })
