import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished, vi } from 'vitest'
import { installFailingDisk } from '#testing/failing-disk.ts'
import type { SupportReport } from './support-report.ts'
import { createLog } from '#main/platform/log.ts'
import { claimSubmission, madeUpClaim } from '#testing/outbox/made-up.ts'
import { newestVersion } from '#main/outbox/migrations.ts'
import { secretsIn } from '#testing/keys/secrets.ts'
import { startForTest } from '#testing/insurer/calls.ts'
import { testAccessKey, testStoreAt } from '#testing/insurer/test-insurer.ts'
import { originOf } from '#shared/settings.ts'
import { createStoreKeys, officeKeysOf } from '#main/platform/keys/store-keys.ts'
import { managedConfigOf } from '#main/office/settings/managed/managed-config.ts'
import { Office } from '#testing/app/office.ts'

async function reportOf({ handlers }: Office): Promise<SupportReport> {
  const made = await handlers['support:report'](undefined)
  if (!made.ok) throw new Error(made.error.type)
  return JSON.parse(made.value.text) as SupportReport
}

const person = madeUpClaim({
  policyNumber: 'KKP/2026/LA/009871',
  incidentDetails: 'Zebracanary ran into the road.',
})
/** Values that must not appear in the report. All made up. */
const canaries = {
  ...person,
  officer: 'Adaobi Canary-Manager',
  secondOfficer: 'Bayocanary Test',
  pin: '27182845',
  key: 'made-up+canary/key=5b1f',
  branch: 'Canary branch, call 0803 555 0199',
  status: 'Paid to Chidicanary',
  path: 'token-canary-path',
  policyPath: 'ada-canary',
}

async function fullReports(): Promise<Office> {
  const policy = { keepReceivedDays: 60, 'Ada Canary 0803': 1, secretKey: canaries.key }
  const managedConfig = managedConfigOf('file', '/home/ada-canary/policy.json', policy)
  const reports = await Office.open({ managedConfig })
  const { handlers, folder } = reports
  const { workspace } = reports.services
  await handlers['practice:connect']({ connected: false })
  await workspace.change({
    branchName: canaries.branch,
    statusNames: { '1': canaries.status },
    finalStatuses: [canaries.status],
    sandboxBaseUrl: `https://sandbox.insurer.example/${canaries.path}`,
    liveBaseUrl: '',
    updateFeed: `https://updates.merchant.example/${canaries.path}`,
  })
  await handlers['officers:add']({ name: canaries.officer, role: 'manager', secret: canaries.pin })
  await handlers['officers:add']({ name: canaries.secondOfficer, role: 'officer', secret: canaries.pin })
  await handlers['outbox:accept'](claimSubmission(person))
  await handlers['outbox:accept'](claimSubmission(person, { product: 'okada' }))
  // Their first attempts find out that there is no connection.
  await vi.waitFor(() => {
    const sending = workspace.environment.services?.engine.status()
    expect(sending).toMatchObject({ holds: [{ type: 'offline' }], counts: { waiting: 2 } })
  }, 20_000)
  const log = createLog({ folder })
  log.event('made-up-event', { code: 'ECONNRESET', times: 3 })
  return reports
}

it('contains versions, settings, counts and the log', async () => {
  const report = await reportOf(await fullReports())
  expect(report).toMatchObject({
    format: 1,
    application: { version: '0.0.0', host: 'stand-in', knownSchemaVersion: newestVersion },
    system: { node: process.versions.node, platform: process.platform, pagesInSandbox: true },
    state: {
      openEnvironment: 'practice',
      storage: 'ready',
      keys: { practice: 'practice', sandbox: 'none', live: 'none' },
      session: 'signed-in',
      officerCount: 2,
      managerCount: 1,
    },
    sending: { holds: ['offline'], counts: { waiting: 2 }, lastBackupAt: null },
    settings: {
      keepReceivedDays: 60,
      branchName: true,
      statusNames: 1,
      finalStatuses: 1,
      sandboxBaseUrl: 'https://sandbox.insurer.example',
      liveBaseUrl: '-',
      updateFeed: 'https://updates.merchant.example',
    },
    managed: {
      source: 'file',
      fields: ['keepReceivedDays'],
      problems: ['unknown-field', 'looks-secret'],
    },
    environments: {
      practice: {
        file: 'readable',
        schemaVersion: newestVersion,
        entries: [{ kind: 'claim', state: 'queued', count: 2 }],
        drafts: 0,
      },
      sandbox: { file: 'none', schemaVersion: null, entries: null },
    },
  })
  expect(report.log.at(-1)).toMatch(/"event":"made-up-event","code":"ECONNRESET","times":3/)
})

it('contains no personal data, link, path or key', async () => {
  const reports = await fullReports()
  const report = await reportOf(reports)
  const contents = JSON.stringify(report).toLowerCase()
  const parts = Object.values(canaries).flatMap((value) => [
    String(value),
    ...String(value).split(/[^\p{L}\p{N}]+/u),
  ])
  const searched = new Set([
    ...parts.filter((part) => part.length >= 5 && !/^\d{4}$/.test(part)),
    reports.folder,
    'canary',
  ])
  expect(searched.size).toBeGreaterThan(35)
  const known = new Set(['https', 'files', 'example', 'claim', 'report', 'policy', 'branch', 'manager'])
  const found = [...searched].filter(
    (part) => !known.has(part.toLowerCase()) && contents.includes(part.toLowerCase()),
  )
  expect(found).toEqual([])
})

it('lies in head office’s bucket with the branch and without the log', async () => {
  const server = await startForTest({ now: () => new Date() })
  server.fileStore.faults.set('open', { type: 'error', code: 'AccessDenied' })
  const { links: _links, ...officeStore } = testStoreAt(server.port)
  const { services, folder, store } = await fullReports()
  const { workspace, office } = services
  const officeKeys = createStoreKeys(secretsIn(folder, store), 'office-store')
  await officeKeys.set(officeKeysOf, originOf(officeStore.endpoint), testAccessKey)
  expect((await workspace.change({ officeStore })).ok).toBe(true)
  await office.writeStatus()
  const [written] = server.files().filter(({ name }) => name.endsWith('.json'))
  const text = written?.bytes.toString() ?? ''
  const report = JSON.parse(text) as SupportReport
  expect(written?.name).toBe(`status/claims-desk-${report.computer.id ?? ''}.json`)
  expect(report).toMatchObject({
    computer: { branch: canaries.branch, alarms: ['policy'] },
    sending: { counts: { waiting: 2 } },
    log: [],
  })
  const { branch, ...others } = canaries
  for (const value of Object.values(others)) expect(text.replace(branch, '')).not.toContain(String(value))
})

it('is created while nobody is signed in', async () => {
  const reports = await fullReports()
  await reports.leave()
  expect((await reportOf(reports)).state).toMatchObject({ session: 'locked', officerCount: 2 })
})

it('is created with a file of a newer version, which stays untouched byte for byte', async () => {
  const reports = await Office.open()
  await reports.stop()
  const file = join(reports.folder, 'practice', 'outbox.sqlite')
  const database = new DatabaseSync(file)
  database.exec('PRAGMA user_version = 99')
  database.close()
  const before = readFileSync(file)
  await reports.start()
  const report = await reportOf(reports)
  expect(report.state.storage).toBe('newer')
  expect(report.sending).toBeNull()
  expect(report.environments.practice).toMatchObject({ file: 'newer', schemaVersion: 99, entries: null })
  expect(readFileSync(file).equals(before)).toBe(true)
})

it('is created with a file that is no database, in an environment that is not open', async () => {
  const reports = new Office()
  mkdirSync(join(reports.folder, 'live'))
  writeFileSync(join(reports.folder, 'live', 'outbox.sqlite'), 'Ngozicanary Obi '.repeat(400))
  await reports.start()
  const report = await reportOf(reports)
  expect(report.environments.live).toMatchObject({ file: 'unreadable', schemaVersion: 0, entries: null })
  expect(JSON.stringify(report)).not.toContain('canary Obi')
})

it('is created while the disk fails', async () => {
  const reports = await Office.open()
  const disk = installFailingDisk({ trouble: 'io', atAsk: 1, lasts: true, onlyWrites: false })
  onTestFinished(() => disk.remove())
  const report = await reportOf(reports)
  expect(report.computer).toMatchObject({ pharmaciesAt: null })
  expect(report.environments.practice).toMatchObject({ file: 'unreadable', entries: null })
})

it('is created while the keyring is locked, and counts what is in plain columns', async () => {
  const reports = await Office.open()
  await reports.handlers['practice:connect']({ connected: false })
  await reports.accept(claimSubmission())
  await reports.stop()
  reports.store.available = false
  await reports.start()
  const report = await reportOf(reports)
  expect(report.state).toMatchObject({ storage: 'locked', session: 'unreadable' })
  expect(report.environments.practice.entries).toEqual([{ kind: 'claim', state: 'queued', count: 1 }])
})
