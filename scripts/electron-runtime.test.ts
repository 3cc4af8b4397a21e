import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { portInTest } from '#main/platform/testing/port-in-test.ts'
import { createTestFolder } from '#main/platform/keys/testing/folder.ts'
import { electronProgram, obtainElectron, type ElectronPlaces } from './electron-runtime.ts'
import { projectRoot } from './project-root.ts'

const platform = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' } as const
const programName =
  process.platform === 'darwin' || process.platform === 'win32' ? platform[process.platform] : 'electron'

/** A package of Electron whose install.js does what is given, and counts how often it ran. */
function fakePackage(installs: string): ElectronPlaces & { runs(): number } {
  const packageFolder = createTestFolder()
  writeFileSync(join(packageFolder, 'package.json'), '{ "version": "1.2.3" }')
  const prelude = `const fs = require('fs'), path = require('path'), os = require('os')
    fs.appendFileSync('runs', 'x')
    const put = () => {
      const program = path.join('dist', ${JSON.stringify(programName)})
      fs.mkdirSync(path.dirname(program), { recursive: true })
      fs.writeFileSync(program, '')
      fs.writeFileSync('path.txt', ${JSON.stringify(programName)})
    }
    `
  writeFileSync(join(packageFolder, 'install.js'), prelude + installs)
  const runs = join(packageFolder, 'runs')
  return {
    packageFolder,
    cacheFolder: createTestFolder(),
    env: { PATH: process.env['PATH'] },
    runs: () => (existsSync(runs) ? readFileSync(runs, 'utf8').length : 0),
  }
}

const quiet = { say: () => undefined, isAskedFor: false } as const

describe("Electron's runtime", () => {
  it('is got by install.js once', async () => {
    const places = fakePackage('put()')
    const program = join(places.packageFolder, 'dist', programName)
    expect(await obtainElectron(quiet, places)).toEqual({ ok: true, value: program })
    expect(await obtainElectron(quiet, places)).toEqual({ ok: true, value: program })
    expect(places.runs()).toBe(1)
  })

  it('is not there while its folder is half unpacked', () => {
    const places = fakePackage('')
    mkdirSync(join(places.packageFolder, 'dist'))
    expect(electronProgram(places)).toBeNull()
  })

  it('is not tried again for minutes, but where it is asked for, and is tried after them', async () => {
    const places = fakePackage('process.exit(1)')
    const first = await obtainElectron(quiet, places)
    expect(!first.ok && first.error).toContain('ended with exit code 1')
    const second = await obtainElectron(quiet, places)
    expect(!second.ok && second.error).toContain('could not be downloaded less than a minute ago')
    expect(places.runs()).toBe(1)
    await obtainElectron({ ...quiet, isAskedFor: true }, places)
    expect(places.runs()).toBe(2)
    const [memory = ''] = readdirSync(places.cacheFolder)
    const elevenMinutesAgo = new Date(Date.now() - 11 * 60_000)
    utimesSync(join(places.cacheFolder, memory), elevenMinutesAgo, elevenMinutesAgo)
    await obtainElectron(quiet, places)
    expect(places.runs()).toBe(3)
    const tomorrow = new Date(Date.now() + 86_400_000)
    utimesSync(join(places.cacheFolder, memory), tomorrow, tomorrow)
    await obtainElectron(quiet, places)
    expect(places.runs()).toBe(4)
  })

  it('is given up where nothing more comes, and waited for where something does', async () => {
    const stalled = fakePackage('setInterval(() => undefined, 1000)')
    // Longer in all than it may stand still.
    const slow = fakePackage(`let times = 0
      const file = path.join(os.tmpdir(), 'half.zip')
      const timer = setInterval(() => {
        fs.appendFileSync(file, 'more')
        if (++times === 34) { clearInterval(timer); put() }
      }, 100)`)
    const [given, got] = await Promise.all([
      obtainElectron({ ...quiet, stallMs: 300 }, stalled),
      obtainElectron({ ...quiet, stallMs: 3_000 }, slow),
    ])
    expect(!given.ok && given.error).toContain('stood still for 0.3 seconds')
    expect(got.ok).toBe(true)
    // Nothing half downloaded stays.
    expect(readdirSync(slow.cacheFolder)).toEqual([])
  })

  it('is looked for by its own install.js through a proxy of the environment or of npm, at the mirror', async () => {
    const asked: string[] = []
    const proxy = createServer((request, answer) => {
      asked.push(request.url ?? '')
      answer.writeHead(404).end()
    })
    proxy.on('connect', (request, socket) => {
      asked.push(request.url ?? '')
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    })
    const port = await portInTest(proxy)
    for (const name of ['HTTPS_PROXY', 'npm_config_https_proxy']) {
      const places = realPackage({
        [name]: `http://127.0.0.1:${port}`,
        ELECTRON_MIRROR: 'https://mirror.invalid/',
      })
      const got = await obtainElectron(quiet, places)
      // The reason alone: where in its code it happened helps nobody.
      expect(!got.ok && got.error).toMatch(/could not be downloaded \(TypeError: fetch failed\)\. Look at/)
    }
    expect(asked).toEqual(['mirror.invalid:443', 'mirror.invalid:443'])
  })
})

/** The install.js that is installed here, in a folder where it finds what it needs and nothing of Electron. */
function realPackage(env: Readonly<Record<string, string>>): ElectronPlaces {
  const folder = createTestFolder()
  const packageFolder = join(folder, 'electron')
  mkdirSync(packageFolder)
  for (const name of ['install.js', 'package.json', 'checksums.json']) {
    copyFileSync(join(projectRoot, 'node_modules/electron', name), join(packageFolder, name))
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return {
    packageFolder,
    cacheFolder: join(folder, 'cache'),
    env: { PATH: process.env['PATH'], electron_config_cache: join(folder, 'zips'), ...env },
  }
}
