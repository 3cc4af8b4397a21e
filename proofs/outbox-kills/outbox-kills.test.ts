import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runTestInsurer } from '#testing/insurer/test-insurer.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { diskPoints } from '#testing/kills/disk-steps.ts'
import { killAtEach } from '#testing/kills/kill-at-each.ts'
import { bundleProcess } from '#testing/kills/process-bundle.ts'
import { wirePoints } from '#testing/kills/wire-steps.ts'
import { proofSize } from '#testing/proof.ts'
import { takingBack } from './messages.ts'
import { waysOf } from './moods.ts'
import { Office } from './office.ts'

/*
 * Outbox, engine, uploader and both clients in a process of their own are killed before, in and after what they write
 * and send: between two of these moments nothing outside the process changes. `histories` and `attachments` come to
 * each of their rare ways; here the file, the sockets and the signal are real.
 */
const kills = proofSize('CLAIMS_DESK_KILLS', { short: 24, medium: 500, long: 6_000, quick: 6 })

it('killed at any moment, the outbox loses nothing, sends nothing twice, and its links open', async () => {
  const program = await bundleProcess('proofs/outbox-kills/outbox-process.ts', createTestFolder())
  const takenBack = ['before', 'after'].map((moment) => `${takingBack}commit/${moment}`)
  const points = [...diskPoints, ...takenBack, ...wirePoints]
  const killsPerLife = Math.min(45, Math.ceil(kills / 2))
  const plan = { proof: 'outbox-kills', points, kills, killsPerLife, lanes: 2 }
  const wrong = await killAtEach(plan, async ({ n, chance }) => {
    const place = createTestFolder()
    mkdirSync(place, { recursive: true })
    const server = await runTestInsurer({ file: join(place, 'server.jsonl'), pharmacyCount: 300 })
    const { ways, storeWays, storeAt } = waysOf(n, chance)
    server.fileStore.behave(storeWays)
    const file = join(place, 'outbox.sqlite')
    return new Office({ program, file, server, store: storeAt(server.port), ways, chance })
  })
  expect(wrong).toEqual([])
}, 3_600_000)
