import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import { aRouter } from '#renderer/testing/a-router.ts'
import { anEntry, FakeMain } from '#renderer/testing/fake-main.ts'
import SentNotice from './SentNotice.vue'

it('the notice of a request says once that it is saved, and for whom it is', () => {
  setActivePinia(createPinia())
  new FakeMain()
  const request = anEntry({ kind: 'pharmacy-request', product: null, pharmacyName: 'Alpha' })
  const notice = mount(SentNotice, { props: { request }, global: { plugins: [aRouter()] } })
  expect(notice.text().split('Saved on this computer')).toHaveLength(2)
  expect(notice.text()).toContain(`Alpha, for the customer of policy ${request.policyNumber}.`)
})
