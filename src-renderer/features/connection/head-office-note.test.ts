import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import type { HeadOfficeChange, HeadOfficeStatus } from '#shared/head-office.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { aStatus } from '#testing/page/fake-main.ts'
import HeadOfficeNote from './HeadOfficeNote.vue'

const at = new Date(2026, 10, 20, 9, 5).toISOString()

function said(changes: readonly HeadOfficeChange[], problem: HeadOfficeStatus['problem'] = null): string {
  const headOffice = { keyNumber: 1, lastChange: { at, changes: [...changes] }, problem }
  useAppStatus().status = { ...aStatus(), headOffice }
  return mount(HeadOfficeNote).text().replace(/\s+/g, ' ')
}

it('says that a key was replaced, and when', () => {
  expect(said([{ environment: 'live', what: 'key', now: null }])).toMatch(
    /^Changed by head office on .+9:05 ?New key \(Live\)$/,
  )
})

it('names another address in full, and everything else that changed', () => {
  const now = 'https://claims.insurer.example/partners/api'
  expect(said([{ environment: 'live', what: 'address', now }])).toMatch(
    new RegExp(`^Changed by head office on .+New address \\(Live\\): ${now}$`),
  )
  const both = said([
    { environment: 'sandbox', what: 'key', now: null },
    { environment: 'live', what: 'store', now: 'https://store.example/claims' },
    { environment: 'live', what: 'access-key', now: null },
    { environment: 'live', what: 'backup-passphrase', now: null },
  ])
  expect(both).toContain('New key (Sandbox)')
  expect(both).toContain('New file store (Live): https://store.example/claims')
  expect(both).toContain('New access key of the file store (Live)')
  expect(both).toContain('New passphrase of scheduled backups')
})

it('says first why the newest file changed nothing', () => {
  expect(said([{ environment: 'live', what: 'key', now: null }], 'expired')).toMatch(/changed nothing/)
  expect(said([], 'number-used')).toMatch(/Another file with the same number applies here/)
})
