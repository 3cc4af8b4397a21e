import { execFileSync, spawnSync } from 'node:child_process'
import fs, { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { refuseFiles } from '#testing/platform/refused-files.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { aReport } from '#testing/support/a-report.ts'
import type { SupportReport } from '#main/office/reports/support/support-report.ts'
import { projectRoot } from '../project-root.ts'
import { readComputers, statusesIn, type Computer } from './computers-by-urgency.ts'
import { asCsv, asJson, asPrometheus, asTable } from './show-computers.ts'

const now = new Date('2026-11-20T09:30:00.000Z')

function folderOf(...reports: SupportReport[]): string {
  const folder = createTestFolder()
  for (const one of reports) put(folder, one.computer.id ?? '', JSON.stringify(one))
  return folder
}

function put(folder: string, id: string, content: string): void {
  writeFileSync(join(folder, `claims-desk-${id}.json`), content)
}

function read(folder: string): readonly Computer[] {
  const statuses = statusesIn(folder)
  if (statuses === null) throw new Error('The folder was not read.')
  return readComputers(statuses, now)
}

describe('the computers in a folder', () => {
  it('are all of them, the most urgent first', () => {
    const folder = folderOf(
      aReport({ computer: { id: '0000-0001' } }),
      aReport({ computer: { id: '0000-0002', alarms: ['clock'] } }),
      aReport({ computer: { id: '0000-0003' }, madeAt: '2026-11-19T09:29:00.000Z' }),
      aReport({ computer: { id: '0000-0004', alarms: ['backup', 'key'] } }),
    )
    const later = JSON.stringify(aReport({ computer: { id: '0000-0005', alarms: ['clock'] } }))
    put(folder, '0000-0005', later.replace('"clock"', '"made-later"'))
    expect(read(folder).map(({ id, alarms }) => [id, ...alarms])).toEqual([
      ['0000-0004', 'backup', 'key'],
      ['0000-0003', 'silent'],
      ['0000-0002', 'clock'],
      ['0000-0005', 'made-later'],
      ['0000-0001'],
    ])
  })

  it('are a line each where a file is damaged, of a newer version, too long, a link or under another name', () => {
    const folder = folderOf()
    put(folder, '0000-0001', '{"format":1')
    put(folder, '0000-0002', '{"format":2,"something":"else"}')
    put(
      folder,
      '0000-0003',
      JSON.stringify({ ...aReport({ computer: { id: '0000-0003' } }), filler: 'x'.repeat(70_000) }),
    )
    put(folder, '0000-0004', JSON.stringify(aReport()))
    symlinkSync(join(folder, 'claims-desk-0000-0001.json'), join(folder, 'claims-desk-0000-0005.json'))
    mkdirSync(join(folder, 'claims-desk-0000-0006.json'))
    execFileSync('mkfifo', [join(folder, 'claims-desk-0000-0007.json')])
    writeFileSync(join(folder, 'notes.txt'), 'not ours')
    const found: unknown = Object.fromEntries(
      read(folder).map(({ id, alarms }) => [id.at(-1), alarms.join()]),
    )
    expect(found).toEqual({
      1: 'damaged',
      2: 'newer',
      3: 'damaged',
      4: 'damaged',
      5: 'damaged',
      6: 'damaged',
      7: 'damaged',
    })
  })

  it('are a line where a file may not be read, of which nothing is known', () => {
    const folder = folderOf(aReport({ computer: { id: '0000-0001' } }))
    refuseFiles(fs, 'openSync', 'EACCES', () => true)
    expect(read(folder)).toMatchObject([{ id: '0000-0001', report: null, alarms: ['unread'] }])
    expect(asTable(read(folder), now)).toContain('file cannot be read here')
  })

  it('have an alarm where a live one has had no backup for three days, whatever it says itself', () => {
    const one = (
      lastScheduledBackupAt: string | null,
      openEnvironment: 'live' | 'practice',
    ): readonly string[] =>
      read(folderOf(aReport({ computer: { alarms: [], lastScheduledBackupAt }, openEnvironment }))).flatMap(
        ({ alarms }) => alarms,
      )
    expect(one('2026-11-17T08:00:00.000Z', 'live')).toEqual(['backup'])
    expect(one('2026-11-17T09:00:00.000Z', 'live')).toEqual([])
    // Of one that never wrote any, it is not known here since when.
    expect(one(null, 'live')).toEqual([])
    expect(one('2026-11-17T08:00:00.000Z', 'practice')).toEqual([])
  })

  it('cannot be read where there is no folder', () => {
    expect(statusesIn(join(folderOf(), 'none'))).toBeNull()
  })
})

describe('what is printed', () => {
  const hostile = '\u001B[2J\u0007\u202Eoops\u2028\u009B31m\nnext'

  it('says how each stands, in columns', () => {
    const counts = { waiting: 2, sending: 1, needsOfficer: 1, rejected: 2, receivedToday: 7 }
    const waits = aReport({
      counts: { ...counts, oldestUndeliveredAt: '2026-11-18T09:30:00.000Z' },
      computer: { alarms: ['oldest'] },
    })
    const table = asTable(read(folderOf(waits)), now)
    expect(table.split('\n')[1]?.split(/ {2,}/)).toEqual([
      'Oshodi',
      '7F3K-92QD',
      '1.2.3',
      '30 min',
      '3',
      '2 days',
      '3',
      '7',
      '31 min',
      '20 h',
      'waiting for over a day',
    ])
    expect(table).toContain('1 computer, 1 with alarms')
    const own = aReport({ computer: { backupPassphrase: 'own' } })
    expect(asTable(read(folderOf(own)), now)).toContain('20 h, own passphrase')
    expect(asCsv(read(folderOf(own)))).toContain(',"own",')
  })

  it.each([
    ['a table', (found: readonly Computer[]) => asTable(found, now)],
    ['CSV', asCsv],
    ['JSON', asJson],
    ['Prometheus’ text', asPrometheus],
  ])('has nothing that a terminal obeys, as %s', (_form, show) => {
    const report = aReport({ computer: { branch: hostile }, version: `1${hostile}`, problems: [hostile] })
    const printed = show(read(folderOf(report)))
    expect(printed).toContain('oops')
    expect(printed.replace(/\uFEFF|\r\n|\n/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  })

  it('cannot become a formula of a spreadsheet', () => {
    expect(asCsv(read(folderOf(aReport({ computer: { branch: '=HYPERLINK("x")' } }))))).toContain(
      `"'=HYPERLINK(""x"")"`,
    )
  })

  it('is what Prometheus reads: a line of each value that is known, with labels', () => {
    const one = aReport({ computer: { branch: 'Ọshodi “2” "a\\b', alarms: ['key'] } })
    const folder = folderOf(one)
    put(folder, '0000-0001', '{"format":1')
    const text = asPrometheus(read(folder))
    const labels = 'computer="7F3K-92QD",branch="Ọshodi “2” \\"a\\\\b"'
    expect(text).toContain(`\nclaims_desk_alarm{${labels},alarm="key"} 1\n`)
    expect(text).toContain('\nclaims_desk_alarm{computer="0000-0001",branch="",alarm="damaged"} 1\n')
    expect(text).toContain(
      `\nclaims_desk_written_timestamp_seconds{${labels}} ${Date.parse(one.madeAt) / 1000}\n`,
    )
    expect(text).not.toContain('waiting_claims{computer="0000-0001"')
    for (const line of text.trimEnd().split('\n'))
      expect(line).toMatch(
        /^(?:# (?:HELP|TYPE) claims_desk_[a-z_]+ .+|claims_desk_[a-z_]+\{.+\} [0-9.e+-]+)$/,
      )
    // Prometheus' own parser, where its package is installed.
    const { error, status } = spawnSync('promtool', ['check', 'metrics'], { input: text })
    expect(error === undefined ? status : 0).toBe(0)
    expect(text.match(/^# TYPE (\S+)/gm)).toHaveLength(new Set(text.match(/^# TYPE (\S+)/gm)).size)
  })

  it('is whole as JSON', () => {
    const report = aReport({ computer: { branch: 'Ọshodi “2”' } })
    expect(JSON.parse(asJson(read(folderOf(report))))).toMatchObject([
      { isReadable: true, alarms: [], computer: report.computer, madeAt: report.madeAt },
    ])
  })
})

describe('the command', () => {
  const run = (...args: string[]) => {
    const ran = spawnSync(
      process.execPath,
      [join(projectRoot, 'scripts/launch.js'), 'scripts/head-office.ts', 'statuses', ...args],
      {
        encoding: 'utf8',
      },
    )
    return { code: ran.status, printed: ran.stdout, said: ran.stderr }
  }

  it('ends with 0 where all is well, 1 where there is an alarm, and 2 where it cannot read', () => {
    const madeAt = new Date().toISOString()
    const computer = { lastScheduledBackupAt: madeAt }
    const well = aReport({ madeAt, computer })
    expect(run(folderOf(well))).toMatchObject({ code: 0 })
    const alarmed = run(
      folderOf(aReport({ madeAt, computer: { ...computer, alarms: ['key'] } })),
      '--format=json',
    )
    expect(alarmed.code).toBe(1)
    expect(JSON.parse(alarmed.printed)).toMatchObject([{ alarms: ['key'] }])
    expect(run()).toMatchObject({ code: 2 })
    expect(run(join(folderOf(), 'none'))).toMatchObject({ code: 2 })
  })
})
