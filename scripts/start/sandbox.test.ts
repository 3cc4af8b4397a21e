import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readArguments, withMore } from './arguments.ts'
import { fakeStart, writeProgram } from './fake-electron.ts'
import { openInElectron, type ElectronEnd } from './open-in-electron.ts'
import { createReport } from './report.ts'
import { runHost } from './run-host.ts'
import { readSandboxState } from './sandbox.ts'

/** Electron as on Ubuntu 24.04: it ends where no profile allows it the sandbox that it is to make. */
const likeUbuntu = `
import { existsSync } from 'node:fs'
note(args.join(' '))
if (args.includes('--no-sandbox') || existsSync(process.env.FAKE_PROFILE)) {
  open()
  setTimeout(() => process.exit(0), 600)
} else {
  const words = 'FATAL:zygote_host_impl_linux.cc:215] The SUID sandbox helper binary was found, but is not configured correctly.'
  process.stderr.write(words + '\\n', () => dieBy('SIGTRAP'))
}`

interface Started {
  readonly end: ElectronEnd
  readonly questions: readonly string[]
  readonly opened: readonly string[]
  readonly program: string
  /** What Electron was started with; null: it was not. */
  readonly electron: string | null
  /** What was written into the place of the profile. */
  readonly profile: string
}

/** A start as an ordinary user of Ubuntu, at a terminal where `answer` is typed; null: nobody is there. */
async function startOnUbuntu(
  answer: string | null,
  {
    sudo = 'exec "$@"',
    more = {},
    given = [],
  }: {
    readonly sudo?: string
    readonly more?: Record<string, string>
    readonly given?: readonly string[]
  } = {},
): Promise<Started> {
  const { folder, program, dataFolder, tools, env, note } = fakeStart(likeUbuntu, more)
  const settings = join(folder, 'settings')
  mkdirSync(join(settings, 'kernel'), { recursive: true })
  writeFileSync(join(settings, 'kernel/apparmor_restrict_unprivileged_userns'), '1\n')
  const profile = join(folder, 'profile')
  // The real ones are never reached.
  writeProgram(join(tools, 'sudo'), sudo)
  writeProgram(join(tools, 'tee'), `cat > '${profile}'`)
  writeProgram(join(tools, 'apparmor_parser'), 'exit 0')
  for (const [name, value] of Object.entries({ ...env, FAKE_PROFILE: profile })) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const read = readArguments(['--host=electron', ...given])
  if (!read.ok) throw new Error(read.error)
  const questions: string[] = []
  const opened: string[] = []
  const ask = (question: string): Promise<string> => {
    questions.push(question)
    return Promise.resolve(answer ?? '')
  }
  const end = await openInElectron({
    asked: withMore(read.value, `--data-dir=${dataFolder}`),
    system: { platform: 'linux', isRoot: false, osRelease: 'ID=ubuntu\nID_LIKE=debian\n' },
    dataFolder,
    report: createReport({ isTTY: false, write: () => true }),
    screen: () => Promise.resolve(null),
    run: runHost,
    onOpen: (how) => void opened.push(how),
    readSandbox: (path) => readSandboxState(path, settings),
    ask: answer === null ? null : ask,
  })
  const written = existsSync(profile) ? readFileSync(profile, 'utf8') : ''
  return { end, questions, opened, program, electron: note(), profile: written }
}

describe.skipIf(process.platform !== 'linux')('npm start on Ubuntu, as a user, at a terminal', () => {
  it('asks one question and, by Enter, sets the sandbox up and opens with it', async () => {
    const { end, questions, opened, program, electron, profile } = await startOnUbuntu('')
    expect(questions).toHaveLength(1)
    expect(questions[0]).toMatch(
      /kernel\.apparmor_restrict_unprivileged_userns = 1[^]*by sudo[^]*without[^]*stop/,
    )
    expect(profile).toContain(`profile claims-desk-from-source "${program}"`)
    expect(electron).not.toContain('--no-sandbox')
    expect(opened).toEqual([expect.not.stringContaining('sandbox')])
    expect(end).toEqual({ type: 'ended', exitCode: 0 })
  })

  it('opens without it where that is chosen, and says so', async () => {
    const { end, opened, electron, profile } = await startOnUbuntu('o')
    expect(profile).toBe('')
    expect(electron).toContain('--no-sandbox')
    expect(opened).toEqual([expect.stringContaining('without its sandbox')])
    expect(end).toEqual({ type: 'ended', exitCode: 0 })
  })

  it('stops before anything is downloaded where that is chosen, or where sudo refuses', async () => {
    // Were it to look for Electron, it would say that there is none.
    const more = { ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' }
    for (const [answer, sudo] of [
      ['s', 'exec "$@"'],
      ['', 'exit 1'],
    ] as const) {
      const { end, questions, electron } = await startOnUbuntu(answer, { sudo, more })
      expect(questions).toHaveLength(1)
      expect(electron).toBeNull()
      expect(end).toEqual({ type: 'ended', exitCode: 1 })
    }
  })

  it('asks before a self-check too, which is not made without the sandbox', async () => {
    const given = ['--self-check']
    const { end, questions, electron } = await startOnUbuntu('o', { given })
    expect(questions[0]).not.toContain('without it, this time')
    expect(electron).toBeNull()
    expect(end).toMatchObject({ type: 'failed', words: 'Electron was not allowed its sandbox.' })
    expect((await startOnUbuntu('', { given })).opened).toHaveLength(1)
  })

  it('asks nothing where nobody is there: Electron shows whether it can, and the ways are said', async () => {
    const { end, opened, electron } = await startOnUbuntu(null)
    expect(electron).not.toContain('--no-sandbox')
    expect(opened).toEqual([])
    expect(end).toMatchObject({
      type: 'failed',
      words: expect.stringMatching(/npm start -- --no-sandbox\n.*for good: echo/) as unknown,
      lastWords: [expect.stringContaining('zygote_host_impl_linux')],
    })
  })
})
