import { describe, expect, it } from 'vitest'
import { parseComputerStatus } from '#shared/computer-status.ts'
import { linePurposes, type BytesByPurpose } from '#shared/line-use.ts'
import type { EngineStatus } from '#shared/outbox/hold.ts'
import { computerStatus, type Facts } from './computer-status.ts'

const now = new Date('2026-11-20T09:00:00.000Z')
const bytes = Object.fromEntries(
  linePurposes.map((purpose) => [purpose, { sent: 1, received: 2 }]),
) as BytesByPurpose

const engine: EngineStatus = {
  holds: [],
  connection: 'online',
  lastContactAt: now.toISOString(),
  sendingId: null,
  counts: {
    waiting: 2,
    awaitingFiles: 0,
    sending: 1,
    unconfirmed: 3,
    rejected: 4,
    needsOfficer: 5,
    undelivered: 11,
    receivedToday: 6,
    oldestUndeliveredAt: '2026-11-20T08:00:00.000Z',
  },
  habits: { referenceLost: [] },
}

const facts: Facts = {
  id: '7F3K-92QD-7',
  version: '1.2.3',
  environment: 'live',
  branchName: 'Oshodi',
  now,
  engine,
  key: { type: 'kept' },
  line: { today: bytes, month: bytes },
  lastBackupAt: null,
  isBackupOverdue: false,
  pharmaciesAt: null,
  problems: [],
  headOffice: null,
  clock: { aheadMs: 40.4, comparedAt: now.toISOString(), isWrong: false },
}

describe('the status of a computer', () => {
  it('is what head office reads, with nothing to look at where all is well', () => {
    const status = computerStatus(facts)
    expect(parseComputerStatus(JSON.stringify(status))).toEqual({ ok: true, value: status })
    expect(status).toMatchObject({
      queue: { waiting: 2, sending: 1, confirming: 3, needsDecision: 5, toCorrect: 4, receivedToday: 6 },
      bytes: { today: 3 * linePurposes.length },
      key: 'accepted',
      clockAheadMs: 40,
      alarms: [],
    })
  })

  it.each<[string, Partial<Facts>]>([
    ['storage', { engine: null }],
    ['key', { key: { type: 'forgotten' } }],
    ['key', { engine: { ...engine, holds: [{ type: 'key-refused' }] } }],
    ['backup', { isBackupOverdue: true }],
    ['policy', { problems: [{ type: 'not-read', why: 'not-json' }] }],
    ['clock', { clock: { aheadMs: 400_000, comparedAt: now.toISOString(), isWrong: true } }],
    [
      'oldest',
      {
        engine: {
          ...engine,
          counts: { ...engine.counts, oldestUndeliveredAt: '2026-11-19T08:59:00.000Z' },
        },
      },
    ],
  ])('raises %s', (alarm, changes) => {
    expect(computerStatus({ ...facts, ...changes }).alarms).toEqual([alarm])
  })

  it('names a field of the managed settings, and nothing that somebody typed', () => {
    const problems = [
      { type: 'bad-value', field: 'branchName' },
      { type: 'unknown-field', name: 'AdaObi' },
      { type: 'looks-secret', name: 'merchantKey' },
    ] as const
    expect(computerStatus({ ...facts, problems }).policyProblems).toEqual([
      'bad-value branchName',
      'unknown-field',
      'looks-secret',
    ])
  })

  it('raises nothing about a key or what waits in practice', () => {
    const practice = { environment: 'practice', key: { type: 'practice' } } as const
    const old = { ...engine.counts, oldestUndeliveredAt: '2026-10-01T00:00:00.000Z' }
    expect(computerStatus({ ...facts, ...practice, engine: { ...engine, counts: old } }).alarms).toEqual([])
  })
})
