import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { policyOf } from '../pages/app-page.ts'
import { accept } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { request } from '../support/request.ts'
import { untilAllWaits } from '../support/until-all-waits.ts'

/** Checkpoints the log into the file, as a long run would. */
function settle(file: string, more = ''): void {
  const database = new DatabaseSync(file)
  database.exec(`${more}; PRAGMA wal_checkpoint(TRUNCATE)`)
  database.close()
}

test(
  'a damaged outbox file with one bad page gives up what it still holds, and that is delivered once',
  { tag: '@longer' },
  async ({ connected, server }) => {
    await server.disconnect()
    const submissions = Array.from({ length: 30 }, (_, n) =>
      claimSubmission({ policyNumber: policyOf('keke', n) }),
    )
    const firstPage = await connected.page()
    await accept(firstPage, submissions)
    await untilAllWaits(firstPage)
    await connected.app.kill()

    const folder = join(connected.app.dataDir, 'sandbox')
    const file = join(folder, 'outbox.sqlite')
    settle(file)
    const bytes = await readFile(file)
    const pageBytes = bytes.readUInt16BE(16)
    const tableLeaf = 0x0d
    const middle = submissions[15]?.id ?? ''
    const bad = Array.from({ length: bytes.length / pageBytes }, (_, n) => n * pageBytes).find(
      (start) => bytes[start] === tableLeaf && bytes.subarray(start, start + pageBytes).includes(middle),
    )
    if (bad === undefined) throw new Error('No page holds the entry.')
    await writeFile(file, bytes.fill(0xff, bad, bad + pageBytes))

    const appPage = await connected.killAndRestart()
    const banner = appPage.main.getByRole('status').filter({ hasText: 'The file of claims was damaged' })
    await expect(banner).toContainText(/kept as “outbox\.sqlite\.damaged-/)
    const rescuedText = /Recovered: (\d+) items/.exec(await banner.innerText())?.[1]
    const rescued = Number(rescuedText)
    expect(rescued).toBeGreaterThan(20)
    expect(rescued).toBeLessThan(30)
    await appPage.showClaims('On its way')
    const grid = appPage.main.getByRole('grid', { name: 'Claims' })
    await expect(grid).toHaveAttribute('aria-rowcount', String(rescued + 1))
    await server.reconnect()
    await request(appPage.page, 'engine:try-now')
    await expect(appPage.main.getByText('Nothing is on its way')).toBeVisible()
    await expect(appPage.statusLine).toContainText('Nothing waits.')
    expect(server.arrivals('create-keke-claim')).toBe(rescued)
  },
)
