import { describe, expect, it } from 'vitest'
import type { TestInsurer } from '../test-insurer.ts'
import { startForTest } from '../calls.ts'
import { addressOf, ask, codeOf, md5, openLink } from './store-calls.ts'

const partBytes = 5 * 1024 * 1024
const whole = Buffer.alloc(2 * partBytes + 1000, 'not all the same, as 61 is no divisor of much, ')
const parts = [0, 1, 2].map((place) => whole.subarray(place * partBytes, (place + 1) * partBytes))

async function begun(server: TestInsurer): Promise<string> {
  const answer = await ask(server, 'big.pdf?uploads=', {
    method: 'POST',
    headers: { 'content-type': 'application/pdf' },
  })
  return /<UploadId>(.*)<\/UploadId>/.exec(await answer.text())?.[1] ?? ''
}

function putPart(server: TestInsurer, id: string, number: number, body: Buffer): ReturnType<typeof ask> {
  return ask(server, `big.pdf?partNumber=${number}&uploadId=${id}`, { method: 'PUT', body })
}

function complete(
  server: TestInsurer,
  id: string,
  named: readonly (readonly [number, Buffer])[],
): ReturnType<typeof ask> {
  const rows = named.map(
    ([number, body]) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>&quot;${md5(body)}&quot;</ETag></Part>`,
  )
  const body = `<CompleteMultipartUpload>${rows.join('')}</CompleteMultipartUpload>`
  return ask(server, `big.pdf?uploadId=${id}`, { method: 'POST', body })
}

const numbered = parts.map((part, place) => [place + 1, part] as const)

describe('a file in parts', () => {
  it('is put together, in the order of its parts, and completed as often as asked', async () => {
    const server = await startForTest()
    const id = await begun(server)
    for (const [number, part] of [...numbered].reverse()) {
      const answer = await putPart(server, id, number, part)
      expect([answer.status, answer.headers.get('etag')]).toEqual([200, `"${md5(part)}"`])
    }
    server.fileStore.behave({ partsPerPage: 2 })
    const first = await (await ask(server, `big.pdf?uploadId=${id}`)).text()
    expect(first).toContain('<NextPartNumberMarker>2</NextPartNumberMarker>')
    expect(first).toContain('<IsTruncated>true</IsTruncated>')
    const rest = await (await ask(server, `big.pdf?part-number-marker=2&uploadId=${id}`)).text()
    expect(rest).toContain(
      '<Part><PartNumber>3</PartNumber><ETag>&quot;' +
        md5(parts[2] ?? '') +
        '&quot;</ETag><Size>1000</Size></Part>',
    )
    const etag = `${md5(Buffer.concat(parts.map((part) => Buffer.from(md5(part), 'hex'))))}-3`
    for (const _again of [1, 2]) {
      const answer = await complete(server, id, numbered)
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(etag)])
    }
    expect(
      server.files().map(({ name, size, contentType, etag }) => ({ name, size, contentType, etag })),
    ).toEqual([{ name: 'big.pdf', size: whole.length, contentType: 'application/pdf', etag }])
    expect(server.files()[0]?.bytes().equals(whole)).toBe(true)
    const across = await openLink(addressOf(server, 'big.pdf'), {
      range: `bytes=${partBytes - 3}-${partBytes + 2}`,
    })
    expect(Buffer.from(await across.arrayBuffer())).toEqual(whole.subarray(partBytes - 3, partBytes + 3))
    expect(await codeOf(await putPart(server, id, 1, parts[0] ?? whole))).toBe('NoSuchUpload')
    server.fileStore.behave({ forgetsCompleted: true })
    expect(await codeOf(await complete(server, id, numbered))).toBe('NoSuchUpload')
  })

  it('is completed only with parts that are there, in order and large enough', async () => {
    const server = await startForTest()
    const id = await begun(server)
    const [one, two, three] = parts as [Buffer, Buffer, Buffer]
    await putPart(server, id, 1, one)
    await putPart(server, id, 2, three)
    expect(await codeOf(await complete(server, id, [[1, two]]))).toBe('InvalidPart')
    expect(
      await codeOf(
        await complete(server, id, [
          [1, one],
          [3, three],
        ]),
      ),
    ).toBe('InvalidPart')
    expect(
      await codeOf(
        await complete(server, id, [
          [2, three],
          [1, one],
        ]),
      ),
    ).toBe('InvalidPartOrder')
    expect(await codeOf(await complete(server, id, []))).toBe('MalformedXML')
    await putPart(server, id, 3, one)
    expect(
      await codeOf(
        await complete(server, id, [
          [1, one],
          [2, three],
          [3, one],
        ]),
      ),
    ).toBe('EntityTooSmall')
    await putPart(server, id, 2, Buffer.alloc(partBytes + 1))
    const unequal = [
      [1, one],
      [2, Buffer.alloc(partBytes + 1)],
      [3, one],
    ] as const
    expect(await codeOf(await complete(server, id, unequal))).toBe('InvalidPart')
    expect(server.files()).toEqual([])
    expect(await codeOf(await putPart(server, id, 0, one))).toBe('InvalidArgument')
  })

  it('is given up once, and gives its room back', async () => {
    const server = await startForTest()
    server.fileStore.behave({ capacityBytes: partBytes + 10 })
    const id = await begun(server)
    const [one] = parts as [Buffer]
    expect((await putPart(server, id, 1, one)).status).toBe(200)
    const full = await putPart(server, id, 2, one)
    expect([full.status, await codeOf(full)]).toEqual([507, 'XMinioStorageFull'])
    expect((await ask(server, `big.pdf?uploadId=${id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await ask(server, `big.pdf?uploadId=${id}`, { method: 'DELETE' })).status).toBe(404)
    expect(await codeOf(await ask(server, `big.pdf?uploadId=${id}`))).toBe('NoSuchUpload')
    expect((await putPart(server, await begun(server), 1, one)).status).toBe(200)
  })
})
