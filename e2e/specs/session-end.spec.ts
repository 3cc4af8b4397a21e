import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { policyOf } from '../pages/app-page.ts'
import { launchConnected } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { request } from '../support/request.ts'
import type { SessionEnd } from '../support/test-app.ts'

const keke = policyOf('keke')
const place = 'Under the bridge at Ojuelegba'
const kept = async (page: Page): Promise<string> => JSON.stringify(await request(page, 'drafts:list'))

for (const how of ['on Windows', 'elsewhere'] as const satisfies readonly SessionEnd[]) {
  // Windows is the harder one.
  const tag = how === 'on Windows' ? [] : ['@longer']
  const title = `where the session ends ${how}, every letter is kept, and only the attempt in flight is uncertain`
  test(title, { tag }, async ({ connected, server }) => {
    const { app } = connected
    server.faults.set('create-keke-claim', { type: 'hang', when: 'after-commit', times: 1 })
    let appPage = await connected.page()
    await appPage.submitClaim('keke', { policyNumber: keke })
    await server.arrived('create-keke-claim', 1)
    await appPage.newClaim('okada')
    await appPage.field('Place of the incident').pressSequentially(place)
    if (how === 'on Windows') {
      await app.askToEndSession()
      await expect.poll(() => kept(appPage.page)).toContain(place)
    }
    const code = await app.endSession(how)
    const log = await readFile(join(app.dataDir, 'logs', 'main.log'), 'utf8')

    appPage = await connected.killAndRestart()
    await server.arrived('keke-claim-details', 1)
    await appPage.showClaims('Received')
    await expect(await appPage.openEntry(keke)).toContainText(
      'The answer was lost, but the insurer shows it.',
    )
    await appPage.showClaims('Needs you')
    await appPage.entry('Recovered').click({ timeout: 20_000 })
    await expect(appPage.field('Place of the incident')).toHaveValue(place)
    expect(server.arrivals('create-keke-claim')).toBe(1)
    // Windows kills it then.
    if (how === 'on Windows') return
    expect(code).toBe(0)
    expect(JSON.parse(log.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ event: 'stopped' })
  })
}

test('Windows asks whether its session may end: drafts are saved, nothing more is sent, and where it does not end, all goes on', async ({
  launch,
  dataDir,
  server,
}) => {
  const trafficFile = test.info().outputPath('traffic.jsonl')
  const connected = await launchConnected(launch, dataDir, server, { options: { trafficFile } })
  const appPage = await connected.page()
  const said = async (): Promise<string> => await readFile(trafficFile, 'utf8')
  expect(await said()).not.toContain('drafts:save-now')
  await connected.app.askToEndSession()
  await expect.poll(said).toContain('drafts:save-now')
  await appPage.submitClaim('keke', { policyNumber: keke })
  await connected.app.passTime(29_000)
  expect(server.arrivals('create-keke-claim')).toBe(0)
  await connected.app.passTime(1_000)
  await server.arrived('create-keke-claim', 1)
})
