import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import type { AttachmentFile } from '#shared/domain/attachment.ts'
import { ok } from '#shared/result.ts'
import { FakeMain } from '#testing/page/fake-main.ts'
import PhotoBeside from './PhotoBeside.vue'

afterEach(() => vi.unstubAllGlobals())

it('keeps no decoded photo that came after it was closed', async () => {
  const close = vi.fn()
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 1, height: 1, close }))
  vi.stubGlobal(
    'ImageDecoder',
    class {
      decode = () => Promise.resolve({ image: { close: () => undefined } })
      close = (): void => undefined
    },
  )
  const main = new FakeMain({ 'attachments:part': () => ok({ type: 'part', part: btoa('photo') }) })
  const held = main.hold('attachments:part')
  const file: AttachmentFile = {
    id: '01939c5f-0000-7000-8000-000000000001',
    name: 'front.jpg',
    field: null,
    kind: 'jpeg',
    size: 5,
    photos: null,
    number: 1,
    sha256: '',
    addedAt: '2026-03-14T09:00:00.000Z',
    state: 'kept',
  }
  const beside = mount(PhotoBeside, { props: { file } })
  await held.reached
  beside.unmount()
  held.release()
  await flushPromises()
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
})
