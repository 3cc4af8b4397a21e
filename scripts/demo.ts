import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { mayHaveScreen } from '#main/shell/start-checks.ts'
import { AppPage, policyOf } from '../e2e/pages/app-page.ts'
import { makeDiskFolder } from '../e2e/support/disk-folder.ts'
import { madeUpPicture, type DroppedFile } from '../e2e/support/dropped-files.ts'
import type { TestApp } from '../e2e/support/test-app.ts'
import { ElectronApp } from '../e2e/support/electron-app.ts'
import { StandInApp } from '../e2e/support/stand-in-app.ts'
import { build, isBuildStale } from './build.ts'
import { startVirtualDisplay } from './display.ts'
import { projectRoot } from './project-root.ts'
import { settleTestHost, testHost } from './test-host.ts'
import { ensureTestHost } from './test-programs.ts'

/*
 * npm run demo [-- --host=chromium|electron]: plays the main job in the application by itself, in practice mode, and saves a picture of each step in
 * demo/. Everything in the pictures is made up. With a screen the window is shown.
 */
const folderOfPictures = join(projectRoot, 'demo')
const keke = policyOf('keke')
const okada = policyOf('okada')
const colours = ['#a04020', '#205080', '#207040', '#704080'] as const
let steps = 0

settleTestHost(process.argv.slice(2), 'The main job is played')
if (isBuildStale()) {
  console.log('Building …')
  const problem = build()
  if (problem !== null) fail(problem)
}
const { host } = testHost()
const ready = await ensureTestHost(host)
if (!ready.ok) fail(ready.error)
const { screenProgram } = ready.value
const screen = screenProgram === null ? null : await startVirtualDisplay(screenProgram)
if (screen !== null) process.env['DISPLAY'] = screen.name

await rm(folderOfPictures, { recursive: true, force: true })
await mkdir(folderOfPictures, { recursive: true })
const folder = await makeDiskFolder()
let app: TestApp | null = null
try {
  const options = { show: mayHaveScreen(process) }
  app = await (host === 'electron' ? ElectronApp.launch(folder, options) : StandInApp.launch(folder, options))
  await play(new AppPage(await app.window()))
  console.log('Done: what was captured without a connection arrived once each, by itself.')
} finally {
  await app?.kill()
  screen?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function play(page: AppPage): Promise<void> {
  // The size of the pictures in the README, which are two of these.
  await page.page.setViewportSize({ width: 1024, height: 700 })
  await step(page, 'Practice mode is chosen: nothing reaches the insurer', async () => {
    await page.startPractice()
  })
  await step(page, 'The pharmacy directory is looked at while there is a connection', async () => {
    await page.goTo('Pharmacies')
    await page.pharmacies.first().waitFor()
  })
  await step(page, 'The connection is cut', async () => {
    await page.pretendDown.click()
    await page.statusLine.getByText('You are pretending that the connection is down.').waitFor()
  })
  await step(page, 'A keke claim is captured, with four pictures', async () => {
    await page.newClaim('keke')
    await page.fillTyped({ policyNumber: keke })
    await page.field('Customer’s name (optional)').fill('Amaka Made-up')
    await page.fillSlots(await madeUpPictures(page))
    await page.main.getByText('All fields filled in').waitFor()
  })
  await step(page, 'It is submitted, and kept on this computer', async () => {
    await page.main.getByRole('button', { name: 'Submit claim' }).click()
    await page.main.getByRole('heading', { name: 'Claim submitted' }).waitFor()
  })
  await step(page, 'An okada claim is captured and submitted', async () => {
    await page.newClaim('okada')
    await page.fillClaim({ policyNumber: okada, repairEstimate: 128_500 })
    await page.field('Customer’s name (optional)').fill('Chinedu Invented')
    await page.submit()
  })
  await step(page, 'A pharmacy’s details are to be sent to the customer', async () => {
    await page.requestPharmacy(keke)
  })
  await step(page, 'All three wait, safe on this computer', async () => {
    await page.showClaims('On its way')
    for (const policy of [keke, okada]) await page.entry(policy).getByText('Waiting').waitFor()
    await page.statusLine.getByText('Waiting: 2. Waiting for upload: 1.').waitFor()
  })
  await step(page, 'The connection is back: all three are received, without a click', async () => {
    await page.pretendDown.click()
    await page.statusLine.getByText('Nothing waits.').waitFor()
    await page.showClaims('Received')
    for (const policy of [keke, okada])
      await page
        .entry(policy)
        .getByText(/Received|New/)
        .first()
        .waitFor()
  })
  await step(page, 'One page for each claim: what it is, and how far', async () => {
    await page.openEntry(keke)
  })
  await step(page, 'The keke claim as the insurer shows it: four links, and each opens', async () => {
    await page.lookUp('Keke', keke)
    const links = page.main.getByRole('link', { name: /\/file-store\// })
    await links.nth(3).waitFor()
    await links.first().scrollIntoViewIfNeeded()
    for (const link of await links.allInnerTexts()) await opens(link)
  })
  await step(page, 'The day at a glance', async () => {
    await page.goTo('Today')
  })
}

async function madeUpPictures({ page }: AppPage): Promise<readonly DroppedFile[]> {
  const drawn: DroppedFile[] = []
  for (const [at, colour] of colours.entries()) {
    drawn.push(await madeUpPicture(page, `IMG ${at + 1}.jpg`, 'image/jpeg', colour))
  }
  return drawn
}

/** Asks for a picture as the insurer would, which has no key. */
async function opens(link: string): Promise<void> {
  const answer = await fetch(link)
  const bytes = (await answer.bytes()).length
  if (!answer.ok || answer.headers.get('content-type') !== 'image/jpeg') fail(`${link} does not open.`)
  console.log(`    ${link}: ${bytes} bytes`)
}

async function step(page: AppPage, words: string, work: () => Promise<void>): Promise<void> {
  await work()
  steps += 1
  const name = `${String(steps).padStart(2, '0')}.png`
  await page.page.screenshot({ path: join(folderOfPictures, name), animations: 'disabled' })
  console.log(`${String(steps).padStart(2)}. ${words}  (demo/${name})`)
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
