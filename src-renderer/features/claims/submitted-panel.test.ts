import { mount, RouterLinkStub } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import type { EntryFiles } from '#shared/outbox/entry-files.ts'
import { anEntry, entryFiles, FakeMain } from '#renderer/testing/fake-main.ts'
import SubmittedPanel from './SubmittedPanel.vue'

beforeEach(() => {
  setActivePinia(createPinia())
  new FakeMain()
})
const said = (files: Partial<EntryFiles>): string =>
  mount(SubmittedPanel, {
    props: { entry: anEntry({ files: entryFiles(files) }) },
    global: { stubs: { RouterLink: RouterLinkStub } },
  }).text()

it('says after submitting that the files go up first, and what holds them', () => {
  expect(said({})).toContain('Its 4 files are uploaded first')
  expect(said({})).toContain('2 of 4 files uploaded, about 2 minutes left.')
  expect(said({ of: 1, uploaded: 0, hold: 'offline' })).toContain('Its file is uploaded first')
  expect(said({ hold: 'no-store' })).toContain('in Settings')
  expect(said({})).not.toContain('Waiting to be sent')
})

it('says as ever that the claim waits once all of them are up', () => {
  expect(said({ uploaded: 4 })).toContain('Waiting to be sent')
})
