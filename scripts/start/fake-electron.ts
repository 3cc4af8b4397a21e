import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createTestFolder } from '#testing/keys/folder.ts'
import { projectRoot } from '../project-root.ts'

/** A program that stands for Electron's runtime, and a start that meets it. For tests alone. */
export interface FakeStart {
  readonly folder: string
  readonly program: string
  readonly dataFolder: string
  /** Where tests put programs that stand for the system's. */
  readonly tools: string
  /** What a start has to have in its environment. */
  readonly env: Readonly<Record<string, string>>
  /** What the fake recorded; null if it did not run. */
  readonly note: () => string | null
  readonly run: (...args: readonly string[]) => RunningStart
}

export interface RunningStart {
  readonly process: ChildProcess
  /** Resolves once the words were said. */
  says(words: string): Promise<void>
  ended(): Promise<StartResult>
}

export interface StartResult {
  readonly code: number | null
  readonly said: string
}

const nameOfProgram = process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron'
/** The same script is started again and again: it is compiled once. */
const compiledFolder = join(projectRoot, 'node_modules/.cache/claims-desk/compiled')

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Writes a program of `sh` that can be found by its name. */
export function writeProgram(file: string, script: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
}

/** What the fake needs for its part: its arguments, and the application's log. */
const prelude = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
const args = process.argv.slice(2)
const data = args.findLast((one) => one.startsWith('--data-dir=')).slice('--data-dir='.length)
const note = (text) => writeFileSync(process.env.FAKE_NOTE, text)
const log = (event, codes = {}) => {
  mkdirSync(join(data, 'logs'), { recursive: true })
  appendFileSync(join(data, 'logs', 'main.log'), JSON.stringify({ at: new Date().toISOString(), event, ...codes }) + '\\n')
}
const open = () => { log('window-shown'); log('page-answered') }
const dieBy = (signal) => { process.kill(process.pid, signal); setInterval(() => undefined, 1000) }
`

/** A start whose Electron does what `part` says, in JavaScript. */
export function fakeStart(part: string, more: Readonly<Record<string, string>> = {}): FakeStart {
  const folder = createTestFolder()
  const electron = join(folder, 'Electron of a test')
  const program = join(electron, nameOfProgram)
  const script = join(folder, 'part.mjs')
  const tools = join(folder, 'tools')
  const notes = join(folder, 'note')
  const dataFolder = join(folder, 'data')
  writeFileSync(script, prelude + part)
  // An intended crash leaves no dump.
  writeProgram(program, `ulimit -c 0\nexec ${quoted(process.execPath)} ${quoted(script)} "$@"`)
  // Tests never install anything.
  writeProgram(join(tools, 'apt-get'), `echo "$@" >> ${quoted(join(folder, 'apt-get.txt'))}\nexit 1`)
  const { ELECTRON_ENABLE_LOGGING: _, CLAIMS_DESK_DATA_DIR: __, ...inherited } = process.env
  const env = {
    DISPLAY: ':0',
    PATH: `${tools}:${process.env['PATH'] ?? ''}`,
    ELECTRON_OVERRIDE_DIST_PATH: electron,
    FAKE_NOTE: notes,
    NODE_COMPILE_CACHE: compiledFolder,
    ...more,
  }
  return {
    folder,
    program,
    dataFolder,
    tools,
    env,
    note: () => (existsSync(notes) ? readFileSync(notes, 'utf8') : null),
    run: (...args) =>
      running(
        spawn(process.execPath, ['scripts/start.ts', '--no-build', `--data-dir=${dataFolder}`, ...args], {
          cwd: projectRoot,
          stdio: ['ignore', 'pipe', 'pipe'],
          env: { ...inherited, ...env },
        }),
      ),
  }
}

function running(child: ChildProcess): RunningStart {
  let said = ''
  const waiting = new Set<() => void>()
  const { promise, resolve } = Promise.withResolvers<StartResult>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      for (const look of waiting) look()
    })
  }
  child.once('close', (code) => resolve({ code, said }))
  return {
    process: child,
    async says(words) {
      const heard = Promise.withResolvers<null>()
      const look = (): void => {
        if (said.includes(words)) heard.resolve(null)
      }
      waiting.add(look)
      look()
      const first = await Promise.race([heard.promise, promise])
      if (first !== null) throw new Error(`It ended without these words:\n${said}`)
    },
    ended: async () => await promise,
  }
}
