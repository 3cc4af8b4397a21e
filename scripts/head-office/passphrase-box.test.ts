import { describe, expect, it } from 'vitest'
import { largestBox, openBox, readBox, type BoxKind } from '#main/office/head-office/passphrase-box.ts'
import { sealBox } from './make-files.ts'

const cost = { cost: 2 ** 10, blockSize: 8, parallelization: 1 }
const passphrase = 'seven rivers in a made-up valley'
const text = '{"key":"made-up-key"}'
const sealed = (kind: BoxKind = 'set-up', at = passphrase): Promise<Buffer> => sealBox(kind, at, text, cost)

async function opened(bytes: Buffer, typed = passphrase): Promise<unknown> {
  const box = readBox('set-up', bytes)
  if (!box.ok) return box.error.type
  const content = await openBox('set-up', box.value, typed)
  return content.ok ? content.value : content.error.type
}

describe('a file under a passphrase', () => {
  it('opens with its passphrase alone, and shows only its id', async () => {
    const bytes = await sealed()
    expect(await opened(bytes)).toBe(text)
    expect(await opened(bytes, `${passphrase}.`)).toBe('wrong-passphrase')
    expect(bytes.toString('latin1')).not.toContain('made-up-key')
    const box = readBox('set-up', bytes)
    expect(box.ok && Object.keys(box.value.header).toSorted()).toEqual(['id', 'kdf', 'version'])
  })

  it('is another one each time', async () => {
    expect((await sealed()).equals(await sealed())).toBe(false)
  })

  it('does not open with any of its bytes changed, or cut off', async () => {
    const bytes = await sealed()
    const step = Math.floor(bytes.length / 40)
    for (let at = 0; at < bytes.length; at += step) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(['not-ours', 'damaged', 'wrong-passphrase']).toContain(await opened(changed))
      expect(['not-ours', 'damaged']).toContain(await opened(bytes.subarray(0, at)))
    }
  })

  it('does not open what was sealed under another header of the same passphrase', async () => {
    const [one, other] = [await sealed(), await sealed()]
    const sealedBytes = 12 + text.length + 16
    const swapped = Buffer.concat([
      one.subarray(0, one.length - sealedBytes),
      other.subarray(other.length - sealedBytes),
    ])
    expect(await opened(swapped)).toBe('damaged')
  })

  it('is no file of the other kind, and never a huge one', async () => {
    expect(await opened(await sealed('fleet'))).toBe('not-ours')
    expect(await opened(Buffer.concat([await sealed(), Buffer.alloc(largestBox)]))).toBe('damaged')
  })
})
