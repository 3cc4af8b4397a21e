import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import { ok } from '#shared/result.ts'
import { aKeptFile } from '#testing/claim/made-up.ts'
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
  const beside = mount(PhotoBeside, { props: { file: aKeptFile({ kind: 'jpeg' }) } })
  await held.reached
  beside.unmount()
  held.release()
  await flushPromises()
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
})
