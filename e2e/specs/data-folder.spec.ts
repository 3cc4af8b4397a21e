import { cp, mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '../../scripts/project-root.ts'
import { AppPage } from '../pages/app-page.ts'
import { makeDiskFolder } from '../support/disk-folder.ts'
import { expect, test } from '../support/fixtures.ts'
import { need } from '../support/needs.ts'
import { runToEnd } from '../support/run-to-end.ts'

test('a relative path to the data folder is refused with a reason, and nothing is opened', async ({
  launch,
  dataDir,
}) => {
  const temporary = join(dataDir, 'tmp')
  await mkdir(temporary)
  const app = await launch({ args: ['--data-dir=short/path'], env: { TMPDIR: temporary, TEMP: temporary } })
  await expect.poll(async () => await app.dialog()).not.toBeNull()
  expect(await app.dialog()).toMatchObject({
    message: 'Claims Desk cannot use the data folder',
    detail: expect.stringMatching(/ to a full path.*Nothing was changed.*\n\nshort\/path$/s),
    buttons: ['Close'],
  })
  expect(await app.hasWindow()).toBe(false)
  expect((await readdir(dataDir, { recursive: true })).filter((name) => name.includes('sqlite'))).toEqual([])
  await app.answerDialog('Close')
  await expect(async () => await expect(app.hasWindow()).rejects.toThrow()).toPass()
  // Nor is the folder left that stood for it.
  expect((await readdir(temporary)).filter((name) => name.startsWith('claims-desk-'))).toEqual([])
})

test(
  'without a screen it ends with a sentence and a code of its own',
  { tag: '@longer' },
  async ({ dataDir }) => {
    need(test, 'a system that may lack a screen')
    const env = { DISPLAY: '', WAYLAND_DISPLAY: '', WAYLAND_SOCKET: '', XDG_RUNTIME_DIR: dataDir }
    for (const args of [[], ['--set-up=some.cdsetup']]) {
      const { code, printed } = await runToEnd(dataDir, args, { show: true, env })
      expect(printed).toBe('Claims Desk needs a screen. Where there is none, start it by xvfb-run -a.\n')
      expect(code).toBe(12)
    }
  },
)

test(
  'an unexpected failure at the start is reported and leaves no process',
  { tag: '@longer' },
  async ({ launch }) => {
    // A copy of the build without one of its files, as a bad disk leaves it. Not in the test's folder, which is searched
    // for people: the made-up ones are part of the application.
    const appDir = await makeDiskFolder()
    try {
      await cp(join(projectRoot, 'out'), join(appDir, 'out'), { recursive: true })
      await cp(join(projectRoot, 'package.json'), join(appDir, 'package.json'))
      await symlink(join(projectRoot, 'node_modules'), join(appDir, 'node_modules'))
      await rm(join(appDir, 'out/main/app.js'))
      const app = await launch({ appDir, args: ['--background'] })
      await expect
        .poll(async () => await app.dialog())
        .toMatchObject({ message: 'Claims Desk could not start', buttons: ['Close'] })
      await app.answerDialog('Close')
      await expect(async () => await expect(app.hasWindow()).rejects.toThrow()).toPass()
    } finally {
      await rm(appDir, { recursive: true, force: true })
    }
  },
)

test('a run from source has a folder of its own, in which another user of the computer can read nothing', async ({
  launch,
  dataDir,
}) => {
  need(test, 'modes of files')
  // Whatever was there before.
  const config = join(dataDir, 'desk', 'config')
  const folder = join(config, 'Claims Desk (from source)')
  await mkdir(folder, { recursive: true, mode: 0o755 })
  await writeFile(join(folder, 'from-before'), '', { mode: 0o644 })
  const app = await launch({ args: ['--data-dir='] })
  await new AppPage(await app.window()).startPractice()
  expect(await readdir(config)).not.toContain('Claims Desk')
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const names = await readdir(folder, { recursive: true })
  expect(names.some((name) => name.endsWith('.sqlite'))).toBe(true)
  const ours = names.filter((name) => !/^(?:session|from-before)/.test(name))
  const open: string[] = []
  for (const name of ours) {
    // A file that is just being written lies beside its place for a moment.
    const found = await stat(join(folder, name)).catch(() => null)
    if (found === null ? !name.endsWith('.tmp') : (found.mode & 0o077) !== 0) open.push(name)
  }
  expect(open).toEqual([])
})
