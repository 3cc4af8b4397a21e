import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import type { KeyStatus } from '#shared/contract/app-status.ts'
import { openServices } from '#testing/app/open-services.ts'
import type { AppServices } from './services.ts'

/** The services, and what they announced of this installation. */
async function office(): Promise<AppServices & { readonly announced: object[] }> {
  const announced: object[] = []
  const services = await openServices({
    announce: (channel, news) => {
      if (channel === 'app:status-changed' && typeof news === 'object' && news !== null) announced.push(news)
    },
  })
  await services.status.now()
  return { ...services, announced }
}
const namesOf = (news: readonly object[]): string[][] => news.map((one) => Object.keys(one))
const settingsState = ['settings', 'settingsLost', 'hasFileStore']

it('is announced in the order in which it was read, however long that took', async () => {
  const { status, workspace, announced } = await office()
  const slow = Promise.withResolvers<KeyStatus>()
  vi.spyOn(workspace.origins, 'keyStatus').mockReturnValueOnce(slow.promise)
  const both = Promise.all([status.announce('keys'), status.announce('settings')])
  await nextTurn()
  expect(announced).toEqual([])
  slow.resolve({ type: 'none' })
  await both
  expect(namesOf(announced)).toEqual([['protection', 'key', 'keysFor'], settingsState])
})

it('is announced before the change is answered, and only the state that changed', async () => {
  const { handlers, status, announced } = await office()
  await handlers['settings:change']({ branchName: 'Made-up branch' })
  expect(namesOf(announced)).toEqual([settingsState])
  expect(announced[0]).toMatchObject({ settings: { branchName: 'Made-up branch' } })
  await status.announce('settings')
  expect(announced).toHaveLength(1)
  await handlers['settings:change']({ branchName: 'Another branch' })
  expect(announced[1]).toMatchObject({ settings: { branchName: 'Another branch' } })
})

it('is announced at once where another environment opens', async () => {
  const { handlers, workspace, announced } = await office()
  await workspace.change({ environment: 'sandbox', sandboxBaseUrl: 'https://sandbox.example' })
  await handlers['settings:change']({ theme: 'dark' })
  expect(announced).toMatchObject([
    {
      settings: { environment: 'sandbox' },
      environment: 'sandbox',
      key: { type: 'none' },
      forHeadOffice: {},
    },
    { settings: { theme: 'dark' } },
  ])
  await workspace.close()
})
