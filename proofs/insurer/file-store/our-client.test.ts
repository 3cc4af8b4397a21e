import { createHash } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ObjectBody, ObjectStore } from '#main/file-store/object-store.ts'
import { createObjectStore } from '#main/file-store/s3-object-store.ts'
import type { ObjectStoreOptions } from '#main/file-store/s3-requests.ts'
import { directNetwork } from '#main/network/network.ts'
import { testStoreAt, testAccessKey, type TestInsurer } from '../test-insurer.ts'
import { startForTest } from '../calls.ts'

const never = new AbortController().signal

function optionsFor(server: TestInsurer, changed: Partial<ObjectStoreOptions> = {}): ObjectStoreOptions {
  const now = (): Date => new Date('2026-03-04T09:15:22.120Z')
  return {
    store: testStoreAt(server.port),
    accessKey: testAccessKey,
    network: directNetwork,
    now,
    ...changed,
  }
}

function clientOf(server: TestInsurer): ObjectStore {
  const objects = createObjectStore(optionsFor(server))
  onTestFinished(() => objects.close())
  return objects
}

function bodyOf(bytes: Buffer): ObjectBody {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  // oxlint-disable-next-line typescript/require-await
  const read = async function* (): AsyncGenerator<Uint8Array> {
    yield bytes
  }
  return { size: bytes.length, sha256, bytes: read }
}

describe('our own client', () => {
  it('stores, proves, opens and removes a file', async () => {
    const server = await startForTest()
    const objects = clientOf(server)
    const bytes = Buffer.alloc(300_000, 'the bytes of a picture')
    const md5 = createHash('md5').update(bytes).digest('hex')
    expect(await objects.put('x.jpg', 'image/jpeg', bodyOf(bytes), never)).toEqual({
      ok: true,
      value: { etag: md5 },
    })
    expect(await objects.head('x.jpg', never)).toEqual({ ok: true, value: { size: 300_000, etag: md5 } })
    expect(await objects.head('y.jpg', never)).toEqual({ ok: true, value: null })
    const link = await objects.link('x.jpg', new Date())
    expect(link).toBe(`${server.url}/file-store/claims/x.jpg`)
    expect(await objects.opens(link, 300_000, never)).toEqual({ ok: true, value: null })
    expect(await objects.remove('x.jpg', never)).toEqual({ ok: true, value: null })
    expect(server.files()).toEqual([])
  })

  it('goes on with the parts that are there', async () => {
    const server = await startForTest()
    server.fileStore.behave({ partsPerPage: 1 })
    const objects = clientOf(server)
    const part = Buffer.alloc(5 * 1024 * 1024, 'part')
    const begun = await objects.begin('x.pdf', 'application/pdf', never)
    const id = begun.ok ? begun.value : ''
    await objects.putPart('x.pdf', id, 1, bodyOf(part), never)
    await objects.putPart('x.pdf', id, 2, bodyOf(part), never)
    const listed = await clientOf(server).parts('x.pdf', id, never)
    expect(listed).toMatchObject({ ok: true, value: [{ number: 1 }, { number: 2, size: part.length }] })
    const last = await objects.putPart('x.pdf', id, 3, bodyOf(Buffer.from('end')), never)
    const parts = [listed, last].flatMap((one) => (one.ok && !('type' in one.value) ? one.value : []))
    for (const _again of [1, 2]) {
      expect(await objects.complete('x.pdf', id, parts, never)).toEqual({ ok: true, value: null })
    }
    expect(server.files()[0]).toMatchObject({ size: 2 * part.length + 3 })
    expect(await objects.giveUp('x.pdf', id, never)).toEqual({ ok: true, value: null })
  })
})
