import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { aStatus } from '#testing/page/fake-main.ts'
import { aRouter } from '#testing/page/a-router.ts'
import FrameNotices from './FrameNotices.vue'

it.each(['settings.sealed.unreadable-1', null])(
  'settings that are lost are reported until dismissed: %s',
  async (keptAs) => {
    useAppStatus().status = aStatus({ settingsLost: { keptAs } })
    const notices = mount(
      {
        components: { FrameNotices },
        template: '<div><FrameNotices /><h1 tabindex="-1" data-screen-heading>Today</h1></div>',
      },
      { global: { plugins: [aRouter()] }, attachTo: document.body },
    )
    expect(notices.text()).toContain('enters the address and the key again')
    expect(notices.text().includes('kept as')).toBe(keptAs !== null)
    notices.get('button').element.focus()
    await notices.get('button').trigger('click')
    expect(notices.text()).toBe('Today')
    await expect.poll(() => document.activeElement?.tagName).toBe('H1')
  },
)

it('a file of claims that was damaged is told of, with what it gave up and where it is kept', () => {
  const counts = { rescuedEntries: 27, rescuedDrafts: 1, unreadableRows: 3 }
  useAppStatus().status = aStatus({
    storage: { type: 'rebuilt', keptAs: 'outbox.sqlite.damaged-1', ...counts },
  })
  const notices = mount(FrameNotices, { global: { plugins: [aRouter()] } })
  const parts = [
    'was damaged and rebuilt',
    'Recovered: 27 items',
    '1 draft',
    '3 lines',
    'kept as “outbox.sqlite.damaged-1”',
  ]
  for (const part of parts) expect(notices.text()).toContain(part)
})
