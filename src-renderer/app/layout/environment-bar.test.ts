import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { aStatus, FakeMain } from '#testing/page/fake-main.ts'
import EnvironmentBar from './EnvironmentBar.vue'

it.each([
  [true, 'Pretend the connection is down'],
  [false, 'Reconnect'],
])('the button of practice says what it does while its connection is %s: %s', (connected, label) => {
  new FakeMain()
  useAppStatus().status = aStatus({ practice: { connected, port: 4000 } })
  const bar = mount(EnvironmentBar)
  expect(bar.findAll('button').map((button) => button.text())).toContain(label)
})
