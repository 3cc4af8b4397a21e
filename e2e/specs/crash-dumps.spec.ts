import { policyOf, type AppPage } from '../pages/app-page.ts'
import type { ConnectedApp } from '../support/connected.ts'
import { crash, crashPage, dumpsIn, dumpWriters } from '../support/crash-dumps.ts'
import { expect, test } from '../support/fixtures.ts'
import { isBrowserApart, need } from '../support/needs.ts'

need(test, 'processes of Linux')
// The headless shell writes no dumps.
test.use({ wholeBrowser: true })

const policyNumber = policyOf('keke', 7)
/** Chromium's own process on the stand-in; in Electron it is main, which has no type either. */
const isBrowser = (args: string): boolean => args.includes('--user-data-dir=') && !args.includes('--type=')

/** A claim stands on the screen, every field of it filled in. */
async function claimOnScreen(connected: ConnectedApp): Promise<AppPage> {
  const appPage = await connected.page()
  await appPage.newClaim('keke')
  await appPage.fillClaim({ policyNumber })
  await appPage.main.getByText('Saved on this computer').waitFor()
  return appPage
}

test(
  'a crash of the page, of Chromium or of main leaves no dump of what was on the screen',
  { tag: '@longer' },
  async ({ connected, dataDir }) => {
    const { page } = await claimOnScreen(connected)
    expect(dumpWriters(dataDir)).toEqual([])
    await crashPage(page)
    await expect.poll(() => connected.app.hasWindow()).toBe(false)
    await connected.app.clickTray('Open Claims Desk')
    let appPage = await connected.page()
    await appPage.showClaims('Drafts')
    await expect(appPage.entry(policyNumber)).toContainText('Draft')
    expect(dumpsIn(dataDir)).toEqual([])

    if (isBrowserApart) {
      expect(crash(dataDir, isBrowser)).toBe(1)
      await expect.poll(() => connected.app.hasWindow()).toBe(false)
      expect(dumpsIn(dataDir)).toEqual([])
    }
    process.kill(await connected.app.pid(), 'SIGSEGV')

    await test.step('of none of these, while one would be seen', async () => {
      await connected.app.restart({ crashDumps: true })
      appPage = await connected.page()
      await appPage.showClaims('Needs you')
      await expect(appPage.entry(policyNumber)).toContainText('Recovered')
      expect(dumpsIn(dataDir)).toEqual([])
      expect(dumpWriters(dataDir)).not.toEqual([])
      await crashPage(appPage.page)
      await expect.poll(() => dumpsIn(dataDir)).not.toEqual([])
    })
  },
)
