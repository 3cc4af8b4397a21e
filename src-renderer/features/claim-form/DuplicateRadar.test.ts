import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { aRouter } from '#testing/page/a-router.ts'
import { aClaimRow } from '#testing/page/fake-main.ts'
import { madeUpClaims } from '#testing/claims/made-up-claims.ts'
import DuplicateRadar from './DuplicateRadar.vue'

it('keeps the focus on its claims when the button that shows the others goes', async () => {
  const similar = madeUpClaims('keke', 5).map((claim) => ({
    row: aClaimRow(claim),
    daysApart: null,
    isNear: false,
  }))
  const plugins = [aRouter()]
  const radar = mount(DuplicateRadar, {
    props: { similar, hasDate: true },
    global: { plugins },
    attachTo: document.body,
  })
  const button = radar.get('button')
  button.element.focus()
  await button.trigger('click')
  expect(radar.findAll('li')).toHaveLength(5)
  expect(document.activeElement).toBe(radar.findAll('li a')[3]?.element)
})
