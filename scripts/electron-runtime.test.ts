import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import { deadPort } from '#testing/insurer-client/loopback-api.ts'
import { createTestAuthority } from '#testing/insurer-client/test-certificate.ts'
import { portInTest } from '#testing/platform/port-in-test.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { electronProgram, electronVersion, obtainElectron, type ElectronPlaces } from './electron-runtime.ts'
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
    env: { PATH: process.env['PATH'] },
    runs: () => (existsSync(runs) ? readFileSync(runs, 'utf8').length : 0),
  }
}

const quiet = (): void => undefined

describe("Electron's runtime", () => {
  it('is got by install.js once', async () => {
    const places = fakePackage('put()')
    const program = join(places.packageFolder, 'dist', programName)
    expect(await obtainElectron(quiet, places)).toEqual(ok(program))
    expect(await obtainElectron(quiet, places)).toEqual(ok(program))
    expect(places.runs()).toBe(1)
  })

  it('is not there while its folder is half unpacked', () => {
    const places = fakePackage('')
    mkdirSync(join(places.packageFolder, 'dist'))
    expect(electronProgram(places)).toBeNull()
  })

  it('is not there where install.js fails, which is tried again at the next start', async () => {
    const places = fakePackage("console.error('Error: no room\\n    at once'); process.exit(1)")
    const got = await obtainElectron(quiet, places)
    expect(!got.ok && got.error).toContain('(Error: no room)')
    await obtainElectron(quiet, places)
    expect(places.runs()).toBe(2)
  })

  it('is looked for by its own install.js through a proxy of the environment or of npm, at the mirror', async () => {
    const asked: string[] = []
    const proxy = createServer()
    proxy.on('connect', (request, socket) => {
      asked.push(request.url ?? '')
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    })
    const port = await portInTest(proxy)
    for (const name of ['HTTPS_PROXY', 'npm_config_https_proxy']) {
      const said = await refusal({
        [name]: `http://127.0.0.1:${port}`,
        ELECTRON_MIRROR: 'https://mirror.invalid/',
      })
      expect(said).toContain('the proxy asks for a name and a password')
    }
    expect(asked).toEqual(['mirror.invalid:443', 'mirror.invalid:443'])
  })

  it('is not had where no server is: why is said in words', async () => {
    for (const [host, words, code] of [
      ['mirror.invalid', 'no server of its name was found', 'ENOTFOUND'],
      [await deadPort(), 'nobody answers there', 'ECONNREFUSED'],
    ] as const) {
      const said = await refusal({ ELECTRON_MIRROR: `https://${host}/` })
      expect(said).toContain(`Electron's runtime could not be downloaded: ${words}`)
      expect(said).toContain(code)
      // Where in its code it happened helps nobody.
      expect(said).not.toContain('node_modules')
    }
  })

  it('is had behind a proxy that inspects TLS once npm, Node or the system knows its certificate', async () => {
    const authority = createTestAuthority()
    const cafile = join(createTestFolder(), 'office.pem')
    writeFileSync(cafile, authority.cert)
    const archive = zipOf(programName)
    const office = createHttpsServer(
      authority.issue(['localhost']),
      (_request, answer) => void answer.end(archive),
    )
    const mirror = { ELECTRON_MIRROR: `https://localhost:${await portInTest(office)}/` }
    const said = await refusal(mirror)
    expect(said).toContain('this computer does not trust its certificate')
    expect(said).toContain('npm config set cafile')
    for (const known of [
      { npm_config_cafile: cafile },
      { NODE_EXTRA_CA_CERTS: cafile, npm_config_cafile: '/nowhere/else.pem' },
      // The store of a Linux; the others' cannot be added to here.
      ...(process.platform === 'linux' ? [{ SSL_CERT_FILE: cafile }] : []),
    ]) {
      const places = realPackage({ ...mirror, ...known }, archive)
      expect(await obtainElectron(quiet, places)).toEqual(ok(join(places.packageFolder, 'dist', programName)))
    }
  })
})

/** What is said where the runtime cannot be had. */
async function refusal(env: Readonly<Record<string, string>>): Promise<string> {
  const got = await obtainElectron(quiet, realPackage(env))
  return got.ok ? 'It was had.' : got.error
}

/** An archive of one empty file. */
function zipOf(name: string): Buffer {
  const numbers = (...sizes: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer =>
    Buffer.concat(
      sizes.map(([bytes, value]) => {
        const part = Buffer.alloc(bytes)
        part.writeUIntLE(value, 0, bytes)
        return part
      }),
    )
  const file = Buffer.from(name)
  // Version, flags, method, time, date, checksum, both sizes, length of the name, of what is extra.
  const about = [
    [2, 20],
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 33],
    [4, 0],
    [4, 0],
    [4, 0],
    [2, file.length],
    [2, 0],
  ] as const
  const local = Buffer.concat([numbers([4, 0x04034b50], ...about), file])
  const entry = numbers([4, 0x02014b50], [2, 20], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, 0])
  const index = Buffer.concat([entry, file])
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, 1],
    [2, 1],
    [4, index.length],
    [4, local.length],
    [2, 0],
  )
  return Buffer.concat([local, index, end])
}

/** The install.js that is installed here, in a folder where it finds what it needs and nothing of Electron. */
function realPackage(env: Readonly<Record<string, string>>, archive?: Buffer): ElectronPlaces {
  const folder = createTestFolder()
  const packageFolder = join(folder, 'electron')
  mkdirSync(packageFolder)
  for (const name of ['install.js', 'package.json', 'checksums.json']) {
    copyFileSync(join(projectRoot, 'node_modules/electron', name), join(packageFolder, name))
  }
  if (archive !== undefined) {
    const name = `electron-v${electronVersion({ packageFolder })}-${process.platform}-${process.arch}.zip`
    const sum = createHash('sha256').update(archive).digest('hex')
    writeFileSync(join(packageFolder, 'checksums.json'), JSON.stringify({ [name]: sum }))
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return {
    packageFolder,
    env: { PATH: process.env['PATH'], electron_config_cache: join(folder, 'zips'), ...env },
  }
}
