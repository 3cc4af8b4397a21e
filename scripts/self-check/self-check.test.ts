import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestCase, TestResult } from '@playwright/test/reporter'
import { describe, expect, it, vi } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import SelfCheckReporter from '../../e2e/support/self-check-reporter.ts'
import { projectRoot } from '../project-root.ts'
import { readArguments } from '../start/arguments.ts'
import { fakeStart } from '../start/fake-electron.ts'
import { resultText, type Step } from './result-text.ts'
import { headLines, type Surroundings } from './surroundings.ts'
import { environmentOf } from './task.ts'

const step = (outcome: Step['outcome'], why = ''): Step => ({ name: `what ${outcome}`, outcome, why })

it('a self-check is asked for by name, with a file for its result', () => {
  const of = (...given: readonly string[]) => {
    const read = readArguments(given)
    return read.ok ? read.value : null
  }
  expect(of()).toMatchObject({ isSelfCheck: false })
  expect(of('--self-check')).toMatchObject({ isSelfCheck: true, resultFile: 'claims-desk-self-check.txt' })
  const named = of('--self-check', '--result=here.txt', '--host=electron')
  expect(named).toMatchObject({ host: 'electron', resultFile: 'here.txt', forApplication: [] })
})

describe('the result', () => {
  it('has a line a step, what failed with its reason, the facts and the count', () => {
    const steps = [step('passed'), step('failed', 'Error: it is down'), step('left-out', 'No keyring.')]
    expect(resultText({ head: ['Host: one'], steps, facts: ['A fact: so'] })).toBe(
      [
        'Claims Desk, self-check',
        'Host: one',
        '',
        '✓ what passed',
        '✗ what failed',
        '    Error: it is down',
        '– what left-out',
        '    No keyring.',
        '',
        'A fact: so',
        '',
        '1 passed, 1 failed, 1 left out',
        '',
      ].join('\n'),
    )
  })

  it('names no folder of this computer, no colour and nothing of a stack', () => {
    const why = `\u001B[31mError\u001B[39m: no ${projectRoot}/out\n\n  Expected: 1\n    at run (${projectRoot}/a.ts:1)\n  more`
    const text = resultText({
      head: [`because ${projectRoot} is full`],
      steps: [step('failed', why)],
      facts: [],
    })
    expect(text).toContain('because (project) is full')
    expect(text).toContain('✗ what failed\n    Error: no (project)/out\n    Expected: 1\n\n0 passed')
  })

  it('says on what it was', () => {
    const here: Surroundings = {
      chosen: { host: 'electron', why: 'it opens' },
      hostName: 'Electron 45.4.1',
      system: { platform: 'linux', isRoot: false, osRelease: 'PRETTY_NAME="Ubuntu 24.04"\nID=ubuntu\n' },
      isScreenVirtual: false,
      env: { DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' },
      sandbox: { restrictedBy: 'a.b = 1', remedy: null },
      now: new Date('2026-02-03T04:05:06Z'),
    }
    const head = headLines(here).join('\n')
    expect(head).toMatch(
      /^Date: 2026-02-03T04:05Z\nClaims Desk: \d+\.\d+\.\d+\nHost: Electron 45\.4\.1, because it opens\n/,
    )
    expect(head).toMatch(/\nSystem: Ubuntu 24\.04 linux .+\n/)
    expect(head).toContain('Display: Wayland\nSandbox: on, for this program, beside a.b = 1')
    const asRoot = headLines({ ...here, isScreenVirtual: true, system: { ...here.system, isRoot: true } })
    expect(asRoot.slice(-2)).toEqual([
      'Display: virtual (Xvfb)',
      'Sandbox: left out, as Chromium has none for root',
    ])
  })
})

it('the reporter writes steps and facts into the file that the command names', () => {
  const resultFile = join(createTestFolder(), 'result.txt')
  for (const [name, value] of Object.entries(environmentOf({ resultFile, head: ['Host: one'] })))
    vi.stubEnv(name, value)
  const reporter = new SelfCheckReporter()
  const ended = (title: string, result: Partial<TestResult>): void =>
    reporter.onTestEnd(
      { title, expectedStatus: result.status === 'skipped' ? 'skipped' : 'passed' } as TestCase,
      { annotations: [], errors: [], ...result } as TestResult,
    )
  ended('one', { status: 'passed', annotations: [{ type: 'fact', description: 'A fact: so' }] })
  ended('two', { status: 'timedOut' })
  ended('three', { status: 'skipped', annotations: [{ type: 'skip', description: 'Not here.' }] })
  reporter.onError({ message: 'Error: a spec does not load' })
  reporter.onEnd()
  vi.unstubAllEnvs()
  expect(readFileSync(resultFile, 'utf8')).toBe(
    `Claims Desk, self-check
Host: one

✓ one
✗ two
    timedOut
– three
    Not here.
✗ The application can be checked
    Error: a spec does not load

A fact: so

1 passed, 2 failed, 1 left out
`,
  )
})

/** What stands for Electron here is a script of a shell. */
it.skipIf(process.platform === 'win32')(
  'where Electron alone is asked for and does not open it, the result says why and is a failure',
  async () => {
    const start = fakeStart(`process.stderr.write('libgone.so is gone\\n', () => process.exit(1))`)
    const resultFile = join(start.folder, 'result.txt')
    const { code, said } = await start
      .run('--self-check', '--host=electron', `--result=${resultFile}`)
      .ended()
    expect(said).toContain(`The result is in ${resultFile}`)
    expect(code).toBe(1)
    const text = readFileSync(resultFile, 'utf8')
    expect(text).toContain("Electron's last words: libgone.so is gone")
    expect(text).toContain(
      '✗ The application can be checked\n    Claims Desk ended before its window was shown (exit code 1).\n\n0 passed, 1 failed\n',
    )
  },
)
