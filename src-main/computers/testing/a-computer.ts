import type { ComputerStatus } from '#shared/computer-status.ts'

/** The status of a computer where all is well, with changes. */
export function aComputer(changes: Partial<ComputerStatus> = {}): ComputerStatus {
  return {
    format: 1,
    id: '7F3K-92QD-7',
    application: '1.2.3',
    environment: 'live',
    branch: 'Oshodi',
    writtenAt: '2026-11-20T09:00:00.000Z',
    queue: { waiting: 0, sending: 0, confirming: 0, needsDecision: 0, toCorrect: 0, receivedToday: 12 },
    oldestAt: null,
    lastContactAt: '2026-11-20T08:59:00.000Z',
    bytes: { today: 120_000, month: 3_400_000 },
    lastBackupAt: '2026-11-19T14:00:00.000Z',
    pharmaciesAt: '2026-11-18T07:00:00.000Z',
    keyNumber: null,
    key: 'accepted',
    policyProblems: [],
    alarms: [],
    clockAheadMs: 40,
    ...changes,
  }
}
