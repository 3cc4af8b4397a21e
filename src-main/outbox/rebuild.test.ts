import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { killAtEach } from '#testing/kills/kill-at-each.ts'
import { runUntil } from '#testing/kills/killed-process.ts'
import { bundleProcess } from '#testing/kills/process-bundle.ts'
import { proofSize } from '#testing/proof.ts'
import { openStorage } from './open-outbox.ts'
import { damagedFile } from '#testing/outbox/damaged-file.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'
import { Outbox } from './outbox.ts'

const at = new Date('2026-11-20T10:00:00.000Z')
/** From one moment of a kill to the next. */
const step = proofSize('CLAIMS_DESK_REBUILD_STEP', { short: 2, medium: 1, long: 1, quick: 8 })

/** A folder with a damaged file of a hundred entries. */
function damaged(): string {
  const folder = createTestFolder()
  damagedFile(join(folder, 'outbox.sqlite'), at)
  return folder
}

function copyOf(original: string): string {
  const folder = createTestFolder()
  cpSync(original, folder, { recursive: true })
  return folder
}

const has = (folder: string, name: RegExp): boolean => readdirSync(folder).some((one) => name.test(one))

/** What the next start finds: how many entries it says it kept, and how many there are. */
function startedIn(folder: string): { readonly rescued: number | null; readonly entries: number } {
  const { database, status } = openStorage(join(folder, 'outbox.sqlite'), at)
  const entries = database === null ? 0 : [...new Outbox(database, plainProtection).undelivered()].length
  database?.close()
  return { rescued: status.type === 'rebuilt' ? status.rescuedEntries : null, entries }
}

it('a rebuild killed at any moment is restarted or completed, and keeps every readable entry', async () => {
  const original = damaged()
  const { entries: readable, rescued } = startedIn(copyOf(original))
  expect(readable).toBeGreaterThan(50)
  expect(rescued).toBe(readable)
  const program = await bundleProcess('testing/outbox/rebuild-and-die.ts', createTestFolder())
  const die = (folder: string, last: number | null): Promise<number | null> =>
    runUntil(program, { path: join(folder, 'outbox.sqlite') }, last)
  const moments = (await die(copyOf(original), null)) ?? 0
  const points = Array.from({ length: moments }, (_, n) => n + 1)
  const plan = { points, kills: Math.ceil(moments / step), lanes: 2 }
  const wrong = await killAtEach(
    { proof: 'schema-versions', part: 'rebuilding a damaged file', ...plan },
    () => {
      const folder = copyOf(original)
      return {
        dieAt: async (moment) => (await die(folder, moment)) === null,
        ledger() {
          // The last thing that it does: from then on it is the killed process that told of it.
          const isTold = has(folder, /\.damaged-/) && !has(folder, /\.unreported/)
          const now = startedIn(folder)
          const isWhole = now.entries === readable && now.rescued === (isTold ? null : readable)
          return isWhole && has(folder, /\.damaged-/) && !has(folder, /\.(rebuil|unreported)/)
            ? []
            : ['not whole']
        },
      }
    },
  )
  expect(wrong).toEqual([])
  expect(moments).toBeGreaterThan(30)
}, 60_000)
