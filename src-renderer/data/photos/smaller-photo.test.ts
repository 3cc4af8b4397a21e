import { afterEach, expect, it, vi } from 'vitest'
import { smallerPhoto, type PhotoAnswer } from './smaller-photo.ts'

const heic = new TextEncoder().encode('\0\0\0\x18ftypheic\0\0\0\0')
const asked: string[] = []
const ended: string[] = []
/** What each worker answers; without one it never does. */
const answers = new Map<string, PhotoAnswer>()

class FakeWorker extends EventTarget {
  readonly #name: string
  constructor(_address: string, { name }: { readonly name: string }) {
    super()
    this.#name = name
  }
  postMessage(): void {
    asked.push(this.#name)
    const data = answers.get(this.#name)
    if (data !== undefined) this.dispatchEvent(new MessageEvent('message', { data }))
  }
  terminate(): void {
    ended.push(this.#name)
  }
}
vi.stubGlobal('Worker', FakeWorker)
// Workers are started from the application's own origin alone, which is a file's here.
vi.stubGlobal('location', { origin: 'null' })
afterEach(() => {
  vi.useRealTimers()
  asked.length = 0
  ended.length = 0
})

it('a HEIC is decoded in its worker, then made smaller in that of photos; both end', async () => {
  const drawn = { type: 'drawn', kind: 'jpeg', bytes: new Uint8Array([1]) } as const
  for (const name of ['heic', 'photos']) answers.set(name, drawn)
  expect(await smallerPhoto(heic, 'alone')).toEqual(drawn)
  expect([asked, ended]).toEqual([
    ['heic', 'photos'],
    ['heic', 'photos'],
  ])
})

it('a HEIC whose decoder never answers is given up after twenty seconds, and its worker with it', async () => {
  vi.useFakeTimers()
  answers.delete('heic')
  let answer: PhotoAnswer | undefined
  void smallerPhoto(heic, 'alone').then((given) => (answer = given))
  await vi.advanceTimersByTimeAsync(19_999)
  expect([answer, ended]).toEqual([undefined, []])
  await vi.advanceTimersByTimeAsync(1)
  expect([answer, asked, ended]).toEqual([{ type: 'heic' }, ['heic'], ['heic']])
})
