import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { policyOf } from '../pages/app-page.ts'
import { expect, sharedTest as test } from '../support/fixtures.ts'
import { request } from '../support/request.ts'
import type { SessionEnd } from '../support/test-app.ts'

test.describe.configure({ mode: 'default' })

const place = 'Under the bridge at Ojuelegba'
const kept = async (page: Page): Promise<string> => JSON.stringify(await request(page, 'drafts:list'))

test('Windows asks whether its session may end: drafts are saved, nothing more is sent, and where it does not end, all goes on', async ({
  connected,
  server,
}) => {
  const { app } = connected
  const appPage = await connected.page()
  const told = await appPage.page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    window.bridge.on('drafts:save-now', () => resolve(true))
    return { promise }
  })
  await app.askToEndSession()
  expect(await told.evaluate(({ promise }) => promise)).toBe(true)
  await appPage.submitClaim('keke', { policyNumber: policyOf('keke') })
  await app.passTime(29_000)
  expect(server.arrivals('create-keke-claim')).toBe(0)
  await app.passTime(1_000)
  await server.arrived('create-keke-claim', 1)
})

for (const [at, how] of (['on Windows', 'elsewhere'] as const satisfies readonly SessionEnd[]).entries()) {
  // Windows is the harder one.
  const tag = how === 'on Windows' ? [] : ['@longer']
  const title = `where the session ends ${how}, every letter is kept, and only the attempt in flight is uncertain`
  test(title, { tag }, async ({ connected, server }) => {
    const { app } = connected
    const policyNumber = policyOf('keke', 1 + at)
    const [sent, looked] = [server.arrivals('create-keke-claim'), server.arrivals('keke-claim-details')]
    server.faults.set('create-keke-claim', { type: 'hang', when: 'after-commit', times: 1 })
    let appPage = await connected.page()
    await appPage.submitClaim('keke', { policyNumber })
    await server.arrived('create-keke-claim', sent + 1)
    await appPage.newClaim('okada')
    await appPage.field('Place of the incident').pressSequentially(`${place}, ${how}`)
    if (how === 'on Windows') {
      await app.askToEndSession()
      await expect.poll(() => kept(appPage.page)).toContain(`${place}, ${how}`)
    }
    const code = await app.endSession(how)
    const log = await readFile(join(app.dataDir, 'logs', 'main.log'), 'utf8')

    appPage = await connected.killAndRestart()
    await server.arrived('keke-claim-details', looked + 1)
    await appPage.showClaims('Received')
    await expect(await appPage.openEntry(policyNumber)).toContainText(
      'The answer was lost, but the insurer shows it.',
    )
    await appPage.showClaims('Needs you')
    await appPage.entry('Recovered').first().click({ timeout: 20_000 })
    await expect(appPage.field('Place of the incident')).toHaveValue(`${place}, ${how}`)
    expect(server.arrivals('create-keke-claim')).toBe(sent + 1)
    // Windows kills it then.
    if (how === 'on Windows') return
    expect(code).toBe(0)
    expect(JSON.parse(log.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ event: 'stopped' })
  })
}
