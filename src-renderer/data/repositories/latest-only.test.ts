import { describe, expect, it } from 'vitest'
import { latestOnly } from './latest-only.ts'

/** Writes that finish when the test says so. */
function heldWrites() {
  const begun: { readonly version: string; readonly end: () => void; readonly fail: () => void }[] = []
  const write = latestOnly((version: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    begun.push({ version, end: () => resolve(version), fail: () => reject(new Error(version)) })
    return promise
  })
  return { begun, write, versions: () => begun.map(({ version }) => version) }
}

describe('latestOnly', () => {
  it('begins at once when no write is in flight, also after one that failed', async () => {
    const { begun, write, versions } = heldWrites()
    const first = write('first')
    expect(versions()).toEqual(['first'])
    begun[0]?.fail()
    await expect(first).rejects.toThrow('first')
    void write('second')
    expect(versions()).toEqual(['first', 'second'])
  })

  it('writes once more after the write in flight, with the newest value', async () => {
    const { begun, write, versions } = heldWrites()
    void write('first')
    const replaced = write('second')
    const last = write('third')
    expect(versions()).toEqual(['first'])
    begun[0]?.end()
    await expect.poll(versions).toEqual(['first', 'third'])
    const afterwards = write('fourth')
    expect(versions()).toEqual(['first', 'third'])
    begun[1]?.end()
    expect(await Promise.all([replaced, last])).toEqual(['third', 'third'])
    await expect.poll(versions).toEqual(['first', 'third', 'fourth'])
    begun[2]?.end()
    expect(await afterwards).toBe('fourth')
  })
})
