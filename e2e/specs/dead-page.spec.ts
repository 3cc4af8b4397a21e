import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { answerPatienceMs } from '#main/shell/answer-watch.ts'
import { projectRoot } from '../../scripts/project-root.ts'
import { makeDiskFolder } from '../support/disk-folder.ts'
import { expect, test } from '../support/fixtures.ts'
import type { TestApp } from '../support/test-app.ts'

// Such a page says so itself.
test.use({ expectedComplaints: /preload script|bridge|reading 'on'/ })

const question = 'Claims Desk shows nothing yet'
const log = async ({ dataDir }: TestApp): Promise<string> =>
  await readFile(join(dataDir, 'logs/main.log'), 'utf8')

test('a preload that fails is named in the log and on the terminal, and main asks what to do', async ({
  launch,
  dataDir,
}) => {
  // A copy of the build, to be broken. Not in `dataDir`, which is searched for people: made-up ones are part of it.
  const copy = await makeDiskFolder()
  await cp(join(projectRoot, 'out'), join(copy, 'out'), { recursive: true })
  await cp(join(projectRoot, 'package.json'), join(copy, 'package.json'))
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
  await app.kill()
  await rm(copy, { recursive: true, force: true, maxRetries: 5 })
})
