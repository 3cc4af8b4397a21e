import type { Page } from 'playwright-core'
import { recordFigure } from '#testing/proof.ts'
import { attempt, type Attempt, type Outcome } from '../support/attacks/attempt.ts'
import { callsOutsideTheContract } from '../support/attacks/channels.ts'
import { Collector } from '../support/attacks/collector.ts'
import { frameAttempts } from '../support/attacks/frames.ts'
import { networkAttempts, silentAttempts } from '../support/attacks/network.ts'
import { permissionAttempts } from '../support/attacks/permissions.ts'
import { scriptAttempts } from '../support/attacks/scripts.ts'
import { expect, test } from '../support/fixtures.ts'

/*
 * What a script injected into the page would try (docs/security.md). Each attempt is listed with what came of it; one
 * that succeeds fails its test, and so does one that was stopped by something else than what ought to stop it.
 */
// The application must refuse permissions, printing and browser pages; they must not just be missing.
// Chromium names on the console what it stops.
test.use({ wholeBrowser: true, expectedComplaints: /./ })
// The attempts share an application on its first screen, so that one can use what an earlier one opened.
test.describe.configure({ mode: 'default' })

/** Makes all attempts of one part and lists them. @returns those that were not stopped */
async function makeAll(
  page: Page,
  part: string,
  attempts: readonly Attempt[],
  address: string,
): Promise<readonly string[]> {
  const outcomes: Outcome[] = []
  for (const [index, one] of attempts.entries()) {
    outcomes.push(await attempt(page, one, address.replace('INDEX', String(index))))
  }
  const open = outcomes.filter(({ isStopped }) => !isStopped)
  for (const { name, isStopped, seen } of outcomes)
    console.log(`${isStopped ? 'stopped' : 'OPEN'}: ${name}: ${seen}`)
  recordFigure({ proof: 'attacks', tried: { part, attempts: outcomes.length }, seen: { open: open.length } })
  return open.map(({ name, seen }) => `${name}: ${seen}`)
}

let collector: Collector
test.beforeEach(async () => {
  collector = await Collector.start()
})
test.afterEach(() => collector.close())

/** Whether nothing at all arrived outside. */
async function expectNothingArrived(): Promise<void> {
  expect(await collector.proveItCounts()).toEqual({ before: [], counts: true })
}

test('nothing leaves the page', async ({ sharedApp: app }) => {
  const page = await app.window()
  const address = `${collector.url}/INDEX`
  expect(await makeAll(page, 'network', networkAttempts, address)).toEqual([])
  expect(
    await makeAll(page, 'silent', silentAttempts, `${collector.url}/INDEX#${collector.packetPort}`),
  ).toEqual([])
  await expectNothingArrived()
})

test('no text and no file of another runs as a program in the page', async ({ sharedApp: app }) => {
  const page = await app.window()
  expect(await makeAll(page, 'scripts', scriptAttempts, `${collector.url}/INDEX.js`)).toEqual([])
  expect(await page.evaluate(() => Reflect.get(window, 'stolen') as unknown)).toBeUndefined()
  await expectNothingArrived()
})

test('there is no frame to hide in, and no call beside the contract', async ({ sharedApp: app }) => {
  const page = await app.window()
  expect(await makeAll(page, 'frames', frameAttempts, `${collector.url}/INDEX`)).toEqual([])
  expect(await callsOutsideTheContract(page)).toEqual([])
  await expectNothingArrived()
})

test('nothing of the computer is given to the page', async ({ sharedApp: app }) => {
  const page = await app.window()
  expect(await makeAll(page, 'permissions', permissionAttempts, collector.url)).toEqual([])
})

test('the page stays what it is, wherever it is sent', { tag: '@longer' }, async ({ sharedApp: app }) => {
  const page = await app.window()
  const home = page.url()
  await page.evaluate(() => Reflect.set(window, 'marked', true))
  const targets = [
    `${collector.url}/away`,
    'https://collector.example/away',
    'data:text/html,<h1>away</h1>',
    'file:///etc/passwd',
    'mailto:desk@collector.example',
    'tel:+2340000000',
    'smb://collector.example/share',
    'ms-settings:privacy',
    'view-source:about:blank',
    'blob:https://collector.example/0190',
  ]
  for (const target of targets) {
    for (const how of ['assign', 'replace', 'link', 'refresh', 'history'] as const) {
      await page.evaluate(leave, { target, how })
      const isStill = await page.evaluate(() => Reflect.get(window, 'marked') === true)
      expect(`${how} ${target}: ${isStill ? 'stayed' : 'left'}, ${page.url()}`).toBe(
        `${how} ${target}: stayed, ${home}`,
      )
    }
  }
  expect(await app.dialog()).toBeNull()
  expect(await app.openedLinks()).toEqual([])
  recordFigure({
    proof: 'attacks',
    tried: { part: 'navigation', attempts: targets.length * 5 },
    seen: { open: 0 },
  })
  await expectNothingArrived()
})

/** Runs in the page: goes there, one way or another, and comes back once Chromium has decided. */
async function leave({ target, how }: { target: string; how: string }): Promise<void> {
  try {
    if (how === 'assign') location.assign(target)
    else if (how === 'replace') location.replace(target)
    else if (how === 'history') history.pushState(null, '', target)
    else if (how === 'link') {
      const link = Object.assign(document.createElement('a'), { href: target })
      document.body.append(link)
      link.click()
      link.remove()
    } else {
      const meta = Object.assign(document.createElement('meta'), {
        httpEquiv: 'refresh',
        content: `0;url=${target}`,
      })
      document.head.append(meta)
      meta.remove()
    }
  } catch {
    // An address that Chromium itself does not let a page go to.
  }
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
}

test(
  'no window opens, and a link is asked about before the system’s browser gets it',
  { tag: '@longer' },
  async ({ sharedApp: app }) => {
    const page = await app.window()
    const open = async (address: string): Promise<void> => {
      await page.evaluate((url) => void window.open(url, '_blank', 'popup'), address)
    }
    for (const address of [
      `${collector.url}/window`,
      'about:blank',
      'data:text/html,x',
      'file:///etc/passwd',
      'mailto:desk@collector.example',
      '/settings',
    ]) {
      await open(address)
    }
    expect(await app.dialog()).toBeNull()

    const asked = async (address: string, answer: 'Open in browser' | 'Cancel'): Promise<string> => {
      // A user gesture expires quickly: on a busy machine the click is repeated, as a person would.
      await expect(async () => {
        await page.keyboard.press('Shift')
        await open(address)
        await expect
          .poll(async () => (await app.dialog())?.detail ?? '', { timeout: 3_000 })
          .toContain(address)
      }).toPass({ timeout: 20_000 })
      const question = await app.dialog()
      await app.answerDialog(answer)
      await expect.poll(async () => await app.dialog()).toBeNull()
      return question?.buttons.join(', ') ?? ''
    }
    const buttons = 'Open in browser, Cancel'
    expect(await asked('https://files.example/stolen?name=Ada', 'Cancel')).toBe(buttons)
    expect(await asked('https://192.168.1.1/admin', 'Cancel')).toBe(buttons)
    expect(await app.openedLinks()).toEqual([])
    expect(await asked('https://files.example/photo.jpg', 'Open in browser')).toBe(buttons)
    await expect.poll(() => app.openedLinks()).toEqual(['https://files.example/photo.jpg'])
    await expectNothingArrived()
  },
)
