import type { Page } from 'playwright-core'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { proofSize, recordFigure } from '#testing/proof.ts'
import { newBranchReference } from '#shared/domain/identifier.ts'
import { AppPage } from '../pages/app-page.ts'
import { accept, launchConnected } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'

const entries = 1000
const starts = proofSize('CLAIMS_DESK_THOUSAND_STARTS', { short: 1, medium: 2, long: 5 })

/** Opens the list of claims as soon as there is one. Runs in the page; times are from the navigation on. */
async function openClaims(count: number): Promise<{ readonly startedAt: number; readonly shownMs: number }> {
  const when = async (look: () => boolean): Promise<void> =>
    await new Promise((resolve) => {
      const check = (): void => {
        if (!look()) return
        observer.disconnect()
        resolve()
      }
      const observer = new MutationObserver(check)
      observer.observe(document.documentElement, { subtree: true, childList: true, attributes: true })
      check()
    })
  await when(() => document.querySelector('main h1') !== null)
  location.hash = '#/claims?show=on-its-way'
  // Only rows near those in sight are in the document, each with its cells once it is known.
  await when(() => {
    const grid = document.querySelector('main [role=grid]')
    const rows = [...(grid?.querySelectorAll('[data-index]') ?? [])]
    return (
      grid?.getAttribute('aria-rowcount') === String(count + 1) &&
      rows.length > 0 &&
      rows.every((row) => row.getAttribute('data-situation') === 'waiting')
    )
  })
  // On the screen: the frame after the one that paints them has begun.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return { startedAt: performance.timeOrigin, shownMs: performance.now() }
}

function median(values: readonly number[]): number {
  return Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)
}

test(
  'killed with a thousand claims waiting, the application has them all in its list again',
  { tag: '@longer' },
  async ({ launch, dataDir, server }) => {
    test.setTimeout(180_000)
    await server.disconnect()
    const connected = await launchConnected(launch, dataDir, server)
    const { app } = connected
    const submissions = Array.from({ length: entries }, (_, index) =>
      claimSubmission({ policyNumber: `KKP/2026/LA/${index}` }, { branchReference: newBranchReference() }),
    )
    await accept(await connected.page(), submissions)

    const fromProcess: number[] = []
    const fromPage: number[] = []
    for (let start = 0; start < starts; start += 1) {
      await app.kill()
      const startedAt = Date.now()
      await app.restart()
      const window: Page = await app.window()
      const shown = await window.evaluate(openClaims, entries)
      fromPage.push(shown.shownMs)
      fromProcess.push(shown.startedAt + shown.shownMs - startedAt)
      const { statusLine, main } = new AppPage(window)
      await expect(statusLine).toContainText('Waiting: 1,000.')
      // The newest is the first, and the oldest is reached.
      await main.locator('[data-index="0"]').press('End')
      await expect(main.locator('[data-index="999"]')).toBeFocused()
      await expect(main.locator('[data-index="999"]')).toContainText('KKP/2026/LA/0')
    }
    recordFigure({
      proof: 'thousand-entries',
      tried: { entries, starts },
      seen: {
        'from the start of the page, ms, median': median(fromPage),
        'from the start of the process, ms, median': median(fromProcess),
        'from the start of the page, ms, longest': Math.round(Math.max(...fromPage)),
      },
    })
  },
)
