import { expect, it } from 'vitest'
import { isPracticeFile } from './practice-file.ts'

it('is the address of a file in the store of our own practice server', () => {
  expect(isPracticeFile('http://127.0.0.1:4100/file-store/claims/0a1b.jpg', 4100)).toBe(true)
})

it.each([
  ['http://127.0.0.1:4100/file-store/claims/0a1b.jpg', null],
  ['http://127.0.0.1:4100/file-store/claims/0a1b.jpg', 4101],
  ['https://127.0.0.1:4100/file-store/claims/0a1b.jpg', 4100],
  ['http://localhost:4100/file-store/claims/0a1b.jpg', 4100],
  ['http://example.test:4100/file-store/claims/0a1b.jpg', 4100],
  ['http://me:pw@127.0.0.1:4100/file-store/claims/0a1b.jpg', 4100],
  ['http://127.0.0.1:4100/file-store/../api/merchant/x', 4100],
  ['http://127.0.0.1:4100/api/merchant/x', 4100],
  ['http://127.0.0.1:4100/file-store/claims/?list-type=2', 4100],
  ['file-store/claims/0a1b.jpg', 4100],
])('%s is none, with port %s', (address, port) => {
  expect(isPracticeFile(address, port)).toBe(false)
})
