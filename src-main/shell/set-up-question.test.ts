import type { MessageBoxOptions } from 'electron'
import { expect, it } from 'vitest'
import { createSetUpDialogs, type SetUpWish } from './questions.ts'

const wish: SetUpWish = {
  places: [
    { environment: 'live', address: 'https://api.example', fileStore: null },
    {
      environment: 'sandbox',
      address: 'https://sandbox.example',
      fileStore: 'https://store.example/claims/ (their links: https://files.example)',
    },
  ],
  branchName: 'Ikeja',
  officers: 2,
  links: ['https://links.example/nobody-died'],
  updateFeed: 'https://updates.example',
  officeStore: 'https://store.example/office/',
}

it('the question before a set-up names everything that the file lets this computer reach', async () => {
  let detail = ''
  const dialogs = {
    open: () => Promise.reject(new Error('not asked')),
    ask: (options: MessageBoxOptions) => {
      detail = options.detail ?? ''
      return Promise.resolve(1)
    },
  }
  expect(await createSetUpDialogs(dialogs, dialogs).ask(wish)).toBe(false)
  expect(detail.split('\n')).toEqual([
    'Claims and the key go to https://api.example (Live).',
    'Claims and the key go to https://sandbox.example (Sandbox).',
    'Photos and PDFs (Sandbox) go to https://store.example/claims/ (their links: https://files.example).',
    'Branch: Ikeja',
    '2 officers',
    'Links for what does not apply:',
    'https://links.example/nobody-died',
    'Updates come from https://updates.example.',
    'Status and backups go to https://store.example/office/.',
    '',
    'Continue only if head office gave you this file and its passphrase.',
  ])
})
