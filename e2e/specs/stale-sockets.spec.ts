import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { createMerchantApi } from '#main/api/merchant-api.ts'
import { madeUpClaim } from '#main/outbox/model/made-up.ts'
import { samplePolicies } from '#main/practice/practice-server.ts'
import { chromiumProgram } from '../../scripts/debian-packages.ts'
import { expect, test } from '../support/fixtures.ts'

// The server answers a first request, keeps the connection, and destroys it once the next request's body was read:
// the client cannot know whether that request was acted upon.
/** `CLAIMS_DESK_STALE_POSTS` asks for more than the everyday size. */
const attempts = Number(process.env['CLAIMS_DESK_STALE_POSTS'] ?? 1_000)
/** Chromium shows its habit within a few. */
const chromiumAttempts = 10
const claim = madeUpClaim({ policyNumber: samplePolicies('keke')[0] ?? '' })

test('a POST of ours over a stale connection arrives once', async ({ server }) => {
  test.setTimeout(60_000 + attempts * 100)
  const api = createMerchantApi({ baseUrl: server.url, readKey: () => Promise.resolve(server.key) })
  server.faults.set('create-keke-claim', { type: 'destroy-reused-socket' })
  for (let n = 0; n < attempts; n += 1) {
    expect(await api.listClaims('keke')).toMatchObject({ ok: true })
    await api.createClaim('keke', claim, null)
  }
  await api.close()
  expect(server.arrivals('create-keke-claim')).toBe(attempts)
})

test('a POST of Chromium over a stale connection arrives more than once, so the test above proves something', async ({
  server,
}) => {
  server.faults.set('create-keke-claim', { type: 'destroy-reused-socket' })
  const browser = await chromium.launch({
    executablePath: chromiumProgram.paths.find((path) => existsSync(path)) ?? '',
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-quic', '--no-first-run', '--disable-background-networking'],
  })
  try {
    const page = await browser.newPage()
    await page.goto(`${server.url}/nothing-here`)
    await page.evaluate(
      async ({ times, headers, body }) => {
        for (let n = 0; n < times; n += 1) {
          const list = await fetch('/api/merchant/get_keke_pass_claims', { headers })
          await list.text()
          await fetch('/api/merchant/create_keke_pass_claim', { method: 'POST', headers, body }).catch(
            () => null,
          )
        }
      },
      {
        times: chromiumAttempts,
        headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ policy_number: 'any' }),
      },
    )
  } finally {
    await browser.close()
  }
  expect(server.arrivals('create-keke-claim')).toBeGreaterThan(chromiumAttempts)
})
