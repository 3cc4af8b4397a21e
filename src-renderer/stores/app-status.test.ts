import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import { t } from '#renderer/i18n/index.ts'
import { aStatus, FakeMain } from '#renderer/testing/fake-main.ts'
import { useAppStatus } from './app-status.ts'

beforeEach(() => setActivePinia(createPinia()))

describe('the environment', () => {
  it('decides which insurer the texts name, also those that were shown before', async () => {
    const main = new FakeMain({ 'app:status': () => ok(aStatus({ environment: 'practice' })) })
    const said = (): readonly string[] => [
      t('says.received.answer'),
      t('claim-detail.from-insurer', { when: '14:05' }),
    ]
    await useAppStatus().start()
    expect(said()).toEqual([
      'The practice insurer confirmed it.',
      expect.stringMatching(/^From the practice insurer, 14:05\./),
    ])
    main.announce('app:status-changed', aStatus({ environment: 'live' }))
    expect(said()).toEqual(['The insurer confirmed it.', expect.stringMatching(/^From the insurer, 14:05\./)])
  })
})
