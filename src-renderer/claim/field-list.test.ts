import { mount, type VueWrapper } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { madeUpDetail } from '#testing/claims/made-up-detail.ts'
import { claimFields, holderFields, policyFields } from './detail-fields.ts'
import DetailList from '#renderer/ui/DetailList.vue'

const detail = madeUpDetail('KP/2026/1001/LAG')
const everything = [
  ...claimFields(detail, { '1': 'New' }),
  ...holderFields(detail.holder!),
  ...policyFields(detail.policy!),
]
let list: VueWrapper
const show = (fields = everything, practicePort: number | null = null): void => {
  list = mount(DetailList, {
    props: { items: fields, practicePort },
  })
}

const secrets = [
  'NIN-TEST-0001',
  '08000001234',
  'made.up@customer.example',
  '3 Invented Close, Surulere',
  '29 February 1988',
  'Chịkà Invented',
  'Sister',
  '08000004321',
]

describe('the fields of a claim', () => {
  it('keep sensitive values out of the DOM until they are revealed', () => {
    show()
    for (const secret of secrets) expect(list.html()).not.toContain(secret)
    expect(list.text()).toContain('Omotayo Invented')
    expect(list.text()).toContain('New')
  })

  it('reveal only the field that was asked for', async () => {
    show()
    await list.get('button[aria-label="Show Phone"]').trigger('click')
    expect(list.text()).toContain('08000001234')
    expect(list.html()).not.toContain('08000004321')
    await list.get('button[aria-label="Hide Phone"]').trigger('click')
    expect(list.html()).not.toContain('08000001234')
  })

  it('reveal all at once, and hide them again', async () => {
    show()
    await list.setProps({ showsAll: true })
    for (const secret of secrets) expect(list.text()).toContain(secret)
    await list.setProps({ showsAll: false })
    for (const secret of secrets) expect(list.html()).not.toContain(secret)
  })

  it('offer nothing to reveal for an empty value', () => {
    show(holderFields({ ...detail.holder!, phone: null, email: '' }))
    expect(list.find('button[aria-label="Show Phone"]').exists()).toBe(false)
    expect(list.find('button[aria-label="Show E-mail"]').exists()).toBe(false)
  })

  it('show markup as text, and link https addresses only', () => {
    const odd = {
      ...detail,
      incidentDetails: '<img src=x onerror="alert(1)">',
      incidentPictureUrl: 'javascript:alert(1)',
      medicalReportUrl: 'http://files.example/1',
    }
    show(claimFields(odd, {}))
    expect(list.find('img').exists()).toBe(false)
    expect(list.text()).toContain('<img src=x onerror="alert(1)">')
    const links = list.findAll('a').map((link) => [link.attributes('href'), link.attributes('rel')])
    expect(links).toEqual([
      [detail.deathCertificateUrl, 'noopener noreferrer'],
      [detail.originalPolicyCertificateUrl, 'noopener noreferrer'],
    ])
  })
})

it('link the files of practice in practice alone', () => {
  const file = 'http://127.0.0.1:4100/file-store/claims/0a1b.jpg'
  for (const [port, linked] of [
    [4100, 1],
    [null, 0],
  ] as const) {
    show(claimFields({ ...detail, medicalReportUrl: file }, {}), port)
    expect(list.findAll('a').filter((link) => link.attributes('href') === file)).toHaveLength(linked)
  }
})
