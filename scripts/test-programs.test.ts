import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestFolder } from '#main/keys/testing/folder.ts'
import type { System } from './debian-packages.ts'
import { writeProgram } from './start/fake-electron.ts'
import type { SandboxState } from './start/sandbox.ts'
import { ensureTestHost, type HostPlace } from './test-programs.ts'

/*
 * What is looked at before the first test starts in Electron, against programs that stand for it. The system is one
 * without apt-get and the user not root, so that nothing is installed.
 */
const fedora: System = { platform: 'linux', osRelease: 'ID=fedora\n', isRoot: false }
const allowed: SandboxState = { restrictedBy: null, remedy: null }
const restricted = { ...allowed, restrictedBy: 'kernel.apparmor_restrict_unprivileged_userns = 1' }
const place: HostPlace = {
  system: fedora,
  hasDisplay: true,
  say: () => undefined,
  readSandbox: () => allowed,
}

function complaint(ready: Awaited<ReturnType<typeof ensureTestHost>>): string | null {
  return ready.ok ? null : ready.error
}

/** What stands for Electron here is a script of a shell. */
describe.skipIf(process.platform !== 'linux')('before the tests start in Electron', () => {
  let folder: string
  beforeEach(() => {
    folder = createTestFolder()
    writeProgram(join(folder, 'electron'), 'echo v45.4.1')
    writeProgram(join(folder, 'tools/ldd'), `printf '\\tlibc.so.6 => /lib/libc.so.6\\n'`)
    writeProgram(join(folder, 'tools/ldconfig'), `echo 'libgtk-3.so.0 (libc6) => /lib/libgtk-3.so.0'`)
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder)
    vi.stubEnv('PATH', `${join(folder, 'tools')}${delimiter}${process.env['PATH'] ?? ''}`)
  })
  afterEach(() => vi.unstubAllEnvs())

  it('nothing is said where it will start', async () => {
    expect(await ensureTestHost('electron', place)).toEqual({ ok: true, value: { screenProgram: null } })
  })

  it('a missing library is named, in the words of npm start', async () => {
    writeProgram(join(folder, 'tools/ldd'), `printf '\\tlibnss3.so => not found\\n'`)
    expect(complaint(await ensureTestHost('electron', place))).toBe(
      "Electron needs libnss3.so, which this system lacks. Install it with the system's package manager, then try again.",
    )
  })

  it('a sandbox that cannot be made is told, in the words of npm start', async () => {
    writeProgram(join(folder, 'electron'), `echo 'FATAL: No usable sandbox!' >&2\nexit 1`)
    const told = complaint(await ensureTestHost('electron', { ...place, readSandbox: () => restricted }))
    expect(told).toContain('Electron cannot make the sandbox')
    expect(told).toContain('npm start -- --no-sandbox')
  })

  it('a sandbox is no matter where this program may make it, or where it runs as root', async () => {
    const sandbox = { ...place, readSandbox: () => restricted }
    expect(complaint(await ensureTestHost('electron', sandbox))).toBeNull()
    writeProgram(join(folder, 'electron'), `echo 'FATAL: No usable sandbox!' >&2\nexit 1`)
    const asRoot = { ...sandbox, system: { ...fedora, isRoot: true } }
    expect(complaint(await ensureTestHost('electron', asRoot))).toBeNull()
  })
})
