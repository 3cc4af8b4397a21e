import * as v from 'valibot'
import { createMerchantApi } from '#main/api/merchant-api.ts'
import { createRowProtection } from '#main/environment/row-sealing.ts'
import { createEngineMemory } from '#main/outbox/engine-memory.ts'
import { openOutboxFile } from '#main/outbox/open-outbox.ts'
import { createOutbox } from '#main/outbox/outbox.ts'
import { systemClock } from '#main/sync/clock.ts'
import { Engine } from '#main/sync/engine.ts'
import { SubmissionSchema } from '#shared/outbox/entry.ts'

/*
 * The outbox and its engine in a process of their own, to be killed: the same code as in main, over a real file and
 * the real API client. It accepts what it is sent and tells its parent once an entry is on the disk.
 */
const [file = '', baseUrl = '', key = ''] = process.argv.slice(2)
const opened = openOutboxFile(file, new Date())
if (!opened.ok || opened.value.damagedFile !== null) throw new Error('The outbox file does not open.')
const { database } = opened.value
const protection = createRowProtection({ bytes: new Uint8Array(32).fill(7), protection: 'none' })
const outbox = createOutbox(database, protection)
const engine = new Engine({
  outbox,
  memory: createEngineMemory(database),
  api: createMerchantApi({ baseUrl, readKey: () => Promise.resolve(key) }),
  clock: systemClock,
  random: Math.random,
  hasKey: () => Promise.resolve(true),
  baselineMaxAgeMs: () => 60_000,
  onEntries: () => undefined,
  onStatus: () => undefined,
})
engine.start()

process.on('message', (message) => {
  const submission = v.parse(SubmissionSchema, message)
  const kept = outbox.accept(submission, new Date().toISOString())
  if (!kept.ok) throw new Error(`Not accepted: ${kept.error.type}`)
  process.send?.({ accepted: submission.id })
  engine.nudge()
})
process.send?.({ ready: true })
