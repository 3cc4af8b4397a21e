import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LocalFeed, makeReleaseKey } from '#testing/updates/local-feed.ts'
import { policyOf } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { launchConnected } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { need } from '../support/needs.ts'
import { expectFits } from '../support/fits.ts'

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

// On Electron that was packaged the keys are those of its build.
test(
  'an update is announced, put away and installed once the claim in flight has its answer',
  { tag: '@longer' },
  async ({ launch, dataDir, server }) => {
    need(test, 'an installer that is a script')
    const note = join(dataDir, 'installed')
    const installed = (): string => (existsSync(note) ? readFileSync(note, 'utf8') : '')
    const feed = await LocalFeed.open()
    const key = makeReleaseKey()
    feed.publish({ version: '9.0.0', content: Buffer.from(`#!/bin/sh\necho "$*" > '${note}'\n`), key })
    const { promise: isToAnswer, resolve: letAnswer } = Promise.withResolvers<undefined>()
    server.faults.set('create-keke-claim', { type: 'held', until: isToAnswer })
    const connected = await launchConnected(launch, dataDir, server, {
      settings: { updateFeed: feed.url },
      options: { env: { CLAIMS_DESK_UPDATE_KEYS: key.publicKey } },
    })
    const appPage = await connected.page()
    const updates = appPage.main.getByRole('region', { name: 'Updates' })

    await appPage.openSettings('This computer')
    await updates.getByRole('button', { name: 'Check for updates' }).click()
    await expect(updates).toContainText('Version 9.0.0 is ready')
    await updates.scrollIntoViewIfNeeded()
    await expectAccessible(appPage.page, 'an update that is ready, in the settings')
    await expectFits(appPage.page, 'an update that is ready, in the settings')

    await appPage.goTo('Today')
    const notice = appPage.main.getByRole('status').filter({ hasText: 'Version 9.0.0 is ready' })
    await expect(notice).toBeVisible()
    await expectAccessible(appPage.page, 'an update that is ready')
    await notice.getByRole('button', { name: 'Later' }).click()
    await expect(notice).toBeHidden()

    await appPage.submitClaim('keke', { policyNumber: policyOf('keke') })
    await server.arrived('create-keke-claim', 1)
    await appPage.openSettings('This computer')
    const pid = await connected.app.pid()
    await updates.getByRole('button', { name: 'Install now' }).click()
    await expect(updates).toContainText('A claim is being sent.')
    expect(installed()).toBe('')
    letAnswer(undefined)

    await expect.poll(installed, { timeout: 20_000 }).toBe('--updated /S --force-run\n')
    expect(server.arrivals('create-keke-claim')).toBe(1)
    await expect.poll(() => isRunning(pid)).toBe(false)
    feed.close()
  },
)
