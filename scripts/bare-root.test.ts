import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { projectRoot } from './project-root.ts'
import { writeProgram } from './start/fake-electron.ts'

/** Runs a script with programs of the test's before the machine's. */
function run(script: string, programs: string) {
  const env = { ...process.env, PATH: `${programs}:${process.env['PATH'] ?? ''}` }
  const { status, stdout } = spawnSync(script, { env, encoding: 'utf8' })
  return { status, lines: stdout.split('\n').filter((line) => line !== '') }
}

/** `.ci/run` of a checkout whose bare root ends like this. */
function ciRun(bareRoot: string) {
  const folder = createTestFolder()
  const programs = join(folder, 'programs')
  writeProgram(join(folder, 'scripts/bare-root.sh'), bareRoot)
  writeProgram(join(programs, 'npm'), 'echo "npm $*"')
  mkdirSync(join(folder, '.ci'))
  copyFileSync(join(projectRoot, '.ci/run'), join(folder, '.ci/run'))
  return run(join(folder, '.ci/run'), programs)
}

describe.skipIf(process.platform === 'win32')('the test command of the README in a bare root', () => {
  it('is not run by a user, who is told so in one line', () => {
    const programs = createTestFolder()
    writeProgram(join(programs, 'id'), 'echo 1000')
    const lines = ['No bare Debian root can be made here: that needs root.']
    expect(run(join(projectRoot, 'scripts/bare-root.sh'), programs)).toEqual({ status: 75, lines })
  })

  it('is run as it is where no root could be made', () => {
    expect(ciRun('echo "No bare Debian root can be made here: that needs root."; exit 75')).toEqual({
      status: 0,
      lines: [
        'No bare Debian root can be made here: that needs root.',
        'npm ci',
        'npm test',
        'npm run test:all',
      ],
    })
  })

  it.each([0, 1])('is run once where it was run in one, and ends as it did there (%i)', (status) => {
    expect(ciRun(`echo closing line; exit ${status}`)).toEqual({ status, lines: ['closing line'] })
  })
})
