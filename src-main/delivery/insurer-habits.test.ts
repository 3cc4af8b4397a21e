import { expect, it } from 'vitest'
import { knownDay, notThere, type ToldDay } from '#shared/domain/told.ts'
import { createEngineMemory } from '#main/outbox/engine-memory.ts'
import { memoryFile } from '#testing/outbox/entries.ts'
import { InsurerHabits } from './insurer-habits.ts'
import { listed } from '#testing/engine/listed.ts'

const unread = { type: 'not-understood', text: '03-12-2026' } as const

it.each<[string, readonly ToldDay[], readonly string[], boolean]>([
  ['as it was sent', [knownDay('2026-11-02')], [], true],
  ['beside it', [knownDay('2026-11-01')], [], true],
  ['that may be two', [unread], ['keke'], true],
  ['that is not there', [notThere], ['keke'], true],
  ['that is another', [knownDay('2026-11-28')], ['keke'], false],
  ['that is another, and then one that was not read', [knownDay('2026-11-28'), unread], ['keke'], false],
  ['that was not read, and then as it was sent', [unread, knownDay('2026-11-02')], ['keke'], true],
])('of a day of ours %s', (_what, days, lost, tell) => {
  const habits = new InsurerHabits(createEngineMemory(memoryFile()))
  for (const occurrenceDate of days) habits.learnDay('keke', listed(1, { occurrenceDate }), '2026-11-02')
  expect([habits.daysLost, habits.daysTell('keke'), habits.daysTell('okada')]).toEqual([lost, tell, true])
})
