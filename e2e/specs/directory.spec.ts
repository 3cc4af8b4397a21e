import type { AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { launchConnected } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'

test.use({ practice: { pharmacyCount: 300 } })

const offer = ({ main }: AppPage) => main.getByRole('region', { name: 'Download all pharmacies?' })
const panel = ({ main }: AppPage) => main.getByRole('region', { name: 'Offline pharmacies:' })

test(
  'the download of all pharmacies is offered once, with its progress, and goes on after a kill',
  { tag: '@longer' },
  async ({ launch, dataDir, server }) => {
    const connected = await launchConnected(launch, dataDir, server, { settings: { directoryOffered: [] } })
    const first = await connected.page()
    await expect(offer(first)).toContainText('Then you can search them without a connection.')
    await expectAccessible(first.page, 'offer of the pharmacies')
    await expectFits(first.page, 'offer of the pharmacies')
    server.faults.set('all-pharmacies', { type: 'latency', ms: 60 })
    await offer(first).getByRole('button', { name: 'Download now' }).click()
    await expect(panel(first).getByRole('progressbar')).toBeVisible()
    // How many pages there are is known with the first.
    await expect(panel(first)).toContainText(/Downloading: [1-9]/)
    await panel(first).getByRole('button', { name: 'Pause' }).click()
    await expect(panel(first)).toContainText('Paused.')
    const again = await connected.killAndRestart()
    server.faults.clear()
    await again.openDirectory()
    await expect(panel(again)).toContainText(/Paused\. .*of 20/)
    await panel(again).getByRole('button', { name: 'Continue' }).click()
    await expect(panel(again)).toContainText('300, complete', { timeout: 20_000 })
    await again.goTo('Today')
    await expect(offer(again)).toBeHidden()
  },
)
