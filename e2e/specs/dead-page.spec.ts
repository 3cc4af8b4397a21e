import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { answerPatienceMs } from '#main/shell/answer-watch.ts'
import { projectRoot } from '../../scripts/project-root.ts'
import { expect, test as base } from '../support/fixtures.ts'
import type { TestApp } from '../support/test-app.ts'

const test = base.extend<{ copy: string }>({
  /** A copy of the build, to be broken. Not in `dataDir`, which is searched for people: made-up ones are part of it. */
  // oxlint-disable-next-line no-empty-pattern
  copy: async ({}, use) => {
    const folder = await mkdtemp(join(homedir(), '.desk-app-'))
    await cp(join(projectRoot, 'out'), join(folder, 'out'), { recursive: true })
    await cp(join(projectRoot, 'package.json'), join(folder, 'package.json'))
    await use(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  },
})

// Such a page says so itself.
test.use({ expectedComplaints: /preload script|bridge|404|reading 'on'/ })

const question = 'Claims Desk shows nothing yet'
const log = async ({ dataDir }: TestApp): Promise<string> =>
  await readFile(join(dataDir, 'logs/main.log'), 'utf8')

test('a preload that fails is named in the log and on the terminal, and main asks what to do', async ({
  launch,
  copy,
  dataDir,
}) => {
  await writeFile(join(copy, 'out/preload/index.cjs'), `throw new TypeError('there is no bridge')`)
  const app = await launch({ appDir: copy, saveFolder: dataDir })
  await app.window()
  await expect.poll(() => log(app)).toContain('"event":"preload-failed","class":"TypeError"')
  expect(app.printed()).toContain('preload-failed: there is no bridge')
  expect(await log(app)).not.toContain('page-answered')
  expect(await app.dialog()).toBeNull()

  await app.passTime(answerPatienceMs)
  await expect.poll(async () => (await app.dialog())?.message).toBe(question)
  await app.answerDialog('Save the log')
  await app.answerDialog('Save')
  await expect.poll(async () => (await app.dialog())?.message).toBe(question)
  expect(await readFile(join(dataDir, 'claims-desk-log.jsonl'), 'utf8')).toContain('preload-failed')
  await app.answerDialog('Wait')
  expect(await app.dialog()).toBeNull()
})

test('a page that is not there is named too, and the question goes when one comes', async ({
  launch,
  copy,
}) => {
  const page = join(copy, 'out/renderer/index.html')
  await rename(page, `${page}.away`)
  const app = await launch({ appDir: copy })
  const window = await app.window()
  await expect.poll(() => log(app)).toContain('"event":"page-not-loaded","reason":"answered","code":404')
  await app.passTime(answerPatienceMs)
  await expect.poll(async () => (await app.dialog())?.message).toBe(question)

  await rename(`${page}.away`, page)
  await window.reload()
  await expect.poll(() => log(app)).toContain('"event":"page-answered"')
  await expect.poll(() => app.dialog()).toBeNull()
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible()
})
