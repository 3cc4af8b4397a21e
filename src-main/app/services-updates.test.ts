import { expect, it, onTestFinished, vi } from 'vitest'
import type { UpdateStatus } from '#shared/updates.ts'
import { openServices } from '#testing/app/open-services.ts'
import { quietSurroundings } from '#testing/app/quiet-surroundings.ts'
import { LocalFeed, makeReleaseKey } from '#testing/updates/local-feed.ts'
import { createTestFolder } from '#testing/keys/folder.ts'

const merchantKey = 'sk_made_up_for_updates_0001'

/** What the person at the computer says to an address for updates. */
let isAllowed = false

function optionsFor(
  folder: string,
  publicKey: string,
  reported: UpdateStatus[],
): Parameters<typeof openServices>[0] {
  return {
    confirmAddress: ({ environment }) => Promise.resolve(environment !== 'updates' || isAllowed),
    dataFolder: folder,
    version: '0.1.0',
    updateSources: {
      ...quietSurroundings.updateSources,
      ...{ replacesItself: true, publicKeys: [publicKey] },
    },
    announce: (channel, news) => {
      // The channel determines the type; the test uses only this one.
      if (channel === 'updates:changed') reported.push(news as UpdateStatus)
    },
  }
}

it('checks the feed as soon as one is set, without the merchant’s key, and reports the result', async () => {
  const folder = createTestFolder()
  const feed = await LocalFeed.open()
  onTestFinished(() => feed.close())
  const key = makeReleaseKey()
  feed.publish({ version: '0.2.0', content: Buffer.from('the next version'), key })
  const reported: UpdateStatus[] = []
  const { handlers, workspace } = await openServices(optionsFor(folder, key.publicKey, reported))
  const sandbox = { environment: 'sandbox', sandboxBaseUrl: 'http://127.0.0.1:9' } as const
  await workspace.change({ configured: true, ...sandbox })
  await handlers['key:set']({ key: merchantKey })

  expect(await handlers['updates:status'](undefined)).toMatchObject({
    value: { type: 'off', reason: 'no-feed' },
  })
  await handlers['updates:check'](undefined)
  expect(feed.requests).toEqual([])

  const refused = await handlers['settings:change']({ updateFeed: 'http://updates.example.test' })
  expect(refused).toMatchObject({ ok: false, error: { type: 'base-url-not-https' } })
  const declined = await handlers['settings:change']({ updateFeed: feed.url })
  expect(declined).toMatchObject({ ok: false, error: { type: 'declined' } })
  await handlers['updates:check'](undefined)
  expect(feed.requests).toEqual([])
  isAllowed = true
  expect((await handlers['settings:change']({ updateFeed: feed.url })).ok).toBe(true)
  await handlers['updates:check'](undefined)
  await vi.waitFor(() => expect(reported.at(-1)).toMatchObject({ type: 'ready', version: '0.2.0' }))
  expect(feed.requests.length).toBeGreaterThan(2)
  expect(JSON.stringify(feed.requests)).not.toContain(merchantKey)

  expect((await handlers['settings:change']({ updateFeed: null })).ok).toBe(true)
  expect(reported.at(-1)).toEqual({ type: 'off', reason: 'no-feed' })
  expect(await handlers['updates:install'](undefined)).toMatchObject({ error: { type: 'not-possible-now' } })
})
