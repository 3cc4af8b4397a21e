import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import {
  dataFolderAskedFor,
  flawOfPath,
  isFolderWritable,
  isNetworkDisk,
  useDataFolder,
  usualDataFolder,
  type UsedFolder,
} from './data-folder.ts'

interface Used extends UsedFolder {
  readonly paths: Readonly<Record<string, string>>
}

function use(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  getPath: (name: string) => string = () => '/usual',
  platform?: NodeJS.Platform,
): Used {
  const paths: Record<string, string> = {}
  const app = {
    getName: () => 'Claims Desk',
    getPath,
    setPath: (name: string, path: string) => void (paths[name] = path),
  }
  const used = useDataFolder(app, argv, env, platform)
  if (used.refused !== null) onTestFinished(() => rmSync(used.folder, { recursive: true, force: true }))
  return { ...used, paths }
}

describe('the data folder', () => {
  it('is set by argument or variable; the last argument wins', () => {
    expect(
      dataFolderAskedFor(['app', '--data-dir=/a', '--data-dir=/b'], { CLAIMS_DESK_DATA_DIR: '/c' }),
    ).toBe('/b')
    expect(dataFolderAskedFor(['app'], { CLAIMS_DESK_DATA_DIR: '/c' })).toBe('/c')
    expect(dataFolderAskedFor(['app', '--data-dir=/a b'], {})).toBe('/a b')
  })

  it('is the default one when none is given', () => {
    expect(dataFolderAskedFor(['app', '--data-dir='], {})).toBeNull()
    expect(dataFolderAskedFor(['app', '--data-directory=/x'], { CLAIMS_DESK_DATA_DIR: '' })).toBeNull()
  })

  it('holds everything, the page’s data included, and only this user can read it', () => {
    const folder = join(createTestFolder(), 'branch', 'desk')
    const used = use([`--data-dir=${folder}`])
    expect(used.refused).toBeNull()
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(used.paths).toEqual({ userData: folder, sessionData: join(folder, 'session') })
    chmodSync(folder, 0o755)
    use([`--data-dir=${folder}`])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  it('stays on a computer with Windows, whose accounts take Electron’s one along', () => {
    const usual = (platform: NodeJS.Platform, env: Readonly<Record<string, string>>): string =>
      usualDataFolder('Claims Desk', () => join('home', 'Roaming'), env, platform)
    const env = { LOCALAPPDATA: join('home', 'Local') }
    expect(usual('win32', env)).toBe(join('home', 'Local', 'Claims Desk'))
    expect(usual('win32', { LOCALAPPDATA: '' })).toBe(join('home', 'Roaming', 'Claims Desk'))
    expect(usual('linux', env)).toBe(join('home', 'Roaming', 'Claims Desk'))
  })

  it('is never the default one when the requested one cannot be used', () => {
    const file = join(createTestFolder(), 'file')
    writeFileSync(file, '')
    for (const [asked, flaw] of [
      ['desk', 'relative'],
      ['/', 'root'],
      [file, 'not-a-folder'],
    ] as const) {
      const used = use(['app'], { CLAIMS_DESK_DATA_DIR: asked })
      expect(used.refused).toEqual({ folder: asked, flaw })
      expect(existsSync(used.folder)).toBe(true)
      expect(used.folder).not.toBe('/usual')
      expect(used.paths['userData']).toBe(used.folder)
    }
    expect(existsSync('desk')).toBe(false)
  })

  it('is on no network disk, the default one neither', () => {
    const folder = createTestFolder()
    const real = fs.statfsSync
    const put = (as: unknown): void => {
      Reflect.set(fs, 'statfsSync', as)
      syncBuiltinESMExports()
    }
    onTestFinished(() => put(real))
    put(() => ({ type: 0x6969 }))
    const refused = { folder, flaw: 'network' }
    expect(use([`--data-dir=${folder}`], {}, undefined, 'linux').refused).toEqual(refused)
    const usual = { folder: join(folder, 'Claims Desk'), flaw: 'network' }
    expect(use(['app'], {}, () => folder, 'linux').refused).toEqual(usual)
  })

  // All that a start reads; those that SQLite opens hang in it, where no time limit helps.
  it.each([
    'settings.json',
    'settings.sealed',
    'data-key.json',
    'officers.json',
    'computer.json',
    'logs/main.log',
    'keys/live.json',
    'live/outbox.sqlite',
    'live/outbox.sqlite-wal',
    'live/lists.sqlite',
  ])('is refused with the name of a pipe in it: %s', (name) => {
    const appData = createTestFolder()
    const folder = join(appData, 'Claims Desk')
    const pipe = join(folder, name)
    mkdirSync(dirname(pipe), { recursive: true })
    execFileSync('mkfifo', [pipe])
    const refused = { folder: pipe, flaw: 'hanging-file' }
    expect(use([`--data-dir=${folder}`]).refused).toEqual(refused)
    expect(use(['app'], {}, () => appData).refused).toEqual(refused)
  })

  it('may hold what nothing waits for: a link, a socket, a folder of files', async () => {
    const folder = createTestFolder()
    const socket = createServer().listen(join(folder, 'a.sock'))
    await once(socket, 'listening')
    symlinkSync(join(folder, 'nowhere'), join(folder, 'link'))
    mkdirSync(join(folder, 'live', 'attachments'), { recursive: true })
    writeFileSync(join(folder, 'live', 'attachments', 'one'), '')
    expect(use([`--data-dir=${folder}`]).refused).toBeNull()
    socket.close()
  })

  it('is named where the system cannot make it', () => {
    const nowhere = '/dev/null/nowhere'
    const usual = use(['app'], {}, () => nowhere)
    expect(usual.refused).toEqual({ folder: join(nowhere, 'Claims Desk'), flaw: 'not-writable' })
    expect(existsSync(usual.folder)).toBe(true)
    expect(use([`--data-dir=${nowhere}`]).refused).toEqual({ folder: nowhere, flaw: 'not-writable' })
  })

  it('is refused, too, where no temporary folder can be made for the message', () => {
    vi.stubEnv('TMPDIR', '/dev/null/nowhere')
    const { folder, refused } = use(['app', '--data-dir=desk'])
    vi.unstubAllEnvs()
    expect(refused?.flaw).toBe('relative')
    expect(existsSync(folder)).toBe(false)
  })
})

it.each<[NodeJS.Platform, string, ReturnType<typeof flawOfPath>]>([
  ['linux', '/srv/claims desk', null],
  ['linux', './desk', 'relative'],
  ['linux', '~/desk', 'relative'],
  ['linux', '/', 'root'],
  ['linux', '/srv/..', 'root'],
  ['linux', '//server/share', null],
  ['darwin', '/Users/Shared/Claims Desk', null],
  ['win32', String.raw`D:\Claims Desk`, null],
  ['win32', 'D:/Claims Desk/', null],
  ['win32', 'D:desk', 'relative'],
  ['win32', String.raw`\desk`, 'relative'],
  ['win32', 'desk', 'relative'],
  ['win32', 'D:\\', 'root'],
  ['win32', String.raw`D:\desk\..`, 'root'],
  ['win32', String.raw`\\server\share\desk`, 'network'],
  ['win32', '//server/share/desk', 'network'],
  ['win32', String.raw`\\?\UNC\server\share`, 'network'],
])('a path of %s, %s, is judged %j', (platform, path, flaw) => {
  expect(flawOfPath(path, platform)).toBe(flaw)
})

it('a writable folder is left as it was; a missing one or a file is not writable', () => {
  const folder = createTestFolder()
  expect(isFolderWritable(folder)).toBe(true)
  expect(readdirSync(folder)).toEqual([])
  expect(isFolderWritable(join(folder, 'missing'))).toBe(false)
  writeFileSync(join(folder, 'file'), '')
  expect(isFolderWritable(join(folder, 'file'))).toBe(false)
})

it('a network disk is recognised by its number, signed or unsigned', () => {
  expect([0x6969, 0xfe534d42, 0xfe534d42 | 0, 0xff534d42 | 0].map(isNetworkDisk)).toEqual([
    true,
    true,
    true,
    true,
  ])
  // ext4, tmpfs, btrfs, overlay
  expect([0xef53, 0x01021994, 0x9123683e, 0x794c7630].map(isNetworkDisk)).toEqual([
    false,
    false,
    false,
    false,
  ])
})
