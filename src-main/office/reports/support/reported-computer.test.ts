import { expect, it } from 'vitest'
import { unmanaged } from '#shared/managed-settings.ts'
import { reportedComputer, type ComputerFacts } from './reported-computer.ts'
import { aReport } from '#testing/support/a-report.ts'

const now = new Date('2026-11-20T09:00:00.000Z')

const theBackup = {
  lastAt: null,
  isOverdue: false,
  trouble: null,
  passphrase: 'kept',
  isFromHeadOffice: false,
  lacking: 0,
} as const
const status: ComputerFacts['status'] = {
  environment: 'live',
  key: { type: 'kept' },
  managed: unmanaged,
  headOffice: null,
  forHeadOffice: { backup: theBackup, status: null },
}
const { backup } = status.forHeadOffice
const unread = { type: 'not-read', why: 'not-json' } as const
const forged = { keyNumber: 1, lastChange: null, problem: 'forged' } as const
const { sending } = aReport()
const branch = { id: '7F3K-92QD', branch: 'Oshodi' }
const facts: ComputerFacts = { ...branch, now, status, sending, pharmaciesAt: null, route: null }
if (sending === null) throw new Error('It is open.')

const old = { ...sending.counts, oldestUndeliveredAt: '2026-11-19T08:59:00.000Z' }

it('has nothing to look at where all is well', () => {
  expect(reportedComputer(facts)).toMatchObject({ key: 'accepted', alarms: [] })
})

it('has no alarm for files that go on by themselves', () => {
  for (const files of ['no-connection', 'busy', 'paused'] as const)
    expect(reportedComputer({ ...facts, sending: { ...sending, files } }).alarms).toEqual([])
})

it('says why nothing is written for head office, and how the insurer is reached, without an address', () => {
  const forHeadOffice = { status: 'store-open', backup: { ...backup, trouble: 'full' } } as const
  const proxy = { type: 'proxy', proxy: 'http://proxy.example:3128' } as const
  const route = { routes: [proxy], source: { type: 'system' } } as const
  const reported = reportedComputer({ ...facts, status: { ...status, forHeadOffice }, route })
  expect(reported).toMatchObject({
    statusTrouble: 'store-open',
    backupTrouble: 'full',
    route: 'proxy/system',
  })
  expect(JSON.stringify(reported)).not.toContain('example')
})

it.each<[string, Partial<ComputerFacts>]>([
  ['storage', { sending: null }],
  ['key', { status: { ...status, key: { type: 'forgotten' } } }],
  ['key', { sending: { ...sending, holds: ['key-refused'] } }],
  ['files', { sending: { ...sending, files: 'not-allowed' } }],
  [
    'backup',
    { status: { ...status, forHeadOffice: { status: null, backup: { ...backup, isOverdue: true } } } },
  ],
  ['policy', { status: { ...status, managed: { ...unmanaged, problems: [unread] } } }],
  ['clock', { sending: { ...sending, clockIsWrong: true } }],
  ['oldest', { sending: { ...sending, counts: old } }],
  ['head-office', { status: { ...status, headOffice: forged } }],
])('raises %s', (alarm, changes) => {
  expect(reportedComputer({ ...facts, ...changes }).alarms).toEqual([alarm])
})

it('raises nothing about a key or what waits in practice', () => {
  const practice = { ...status, environment: 'practice', key: { type: 'practice' } } as const
  const changes = { status: practice, sending: { ...sending, counts: old } }
  expect(reportedComputer({ ...facts, ...changes }).alarms).toEqual([])
})
