import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as v from 'valibot'
import { createTestCertificate } from '#main/insurer/api/testing/test-certificate.ts'
import { FarServer } from '../far-line/far-server.ts'
import { StoreOrder, type StoreState } from './orders.ts'

/*
 * A file store with TLS in a separate process, behind a line. It believes every signature and keeps of each file its
 * size and sum alone, so that it takes little beside what is measured.
 */

interface Kept {
  readonly size: number
  readonly etag: string
}

const files = new Map<string, Kept>()
const uploads = new Map<string, Map<number, Kept>>()
const state = { puts: 0, looks: 0 }

async function received(request: IncomingMessage): Promise<Kept> {
  const md5 = createHash('md5')
  let size = 0
  for await (const piece of request) {
    if (!(piece instanceof Uint8Array)) continue
    md5.update(piece)
    size += piece.length
  }
  return { size, etag: md5.digest('hex') }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'https://localhost')
  const body = await received(request)
  const id = searchParams.get('uploadId') ?? ''
  const parts = uploads.get(id) ?? new Map<number, Kept>()
  const give = (status: number, headers: Readonly<Record<string, string | number>>, text = ''): void =>
    void response.writeHead(status, { 'content-length': Buffer.byteLength(text), ...headers }).end(text)
  if (request.method === 'PUT') {
    state.puts += 1
    if (id === '') files.set(pathname, body)
    else parts.set(Number(searchParams.get('partNumber')), body)
    give(200, { etag: `"${body.etag}"` })
  } else if (request.method === 'POST' && searchParams.has('uploads')) {
    const next = `upload-${uploads.size}`
    uploads.set(next, parts)
    give(
      200,
      {},
      `<InitiateMultipartUploadResult><UploadId>${next}</UploadId></InitiateMultipartUploadResult>`,
    )
  } else if (request.method === 'POST') {
    const whole = createHash('md5')
    let size = 0
    for (const part of parts.values()) {
      whole.update(Buffer.from(part.etag, 'hex'))
      size += part.size
    }
    files.set(pathname, { size, etag: `${whole.digest('hex')}-${parts.size}` })
    give(200, {}, '<CompleteMultipartUploadResult/>')
  } else {
    state.looks += 1
    const file = files.get(pathname)
    if (file === undefined) give(404, {}, '<Error><Code>NoSuchKey</Code></Error>')
    else if (request.method === 'HEAD') give(200, { etag: `"${file.etag}"`, 'content-length': file.size })
    else give(206, { 'content-range': `bytes 0-0/${file.size}` }, 'x')
  }
}

const server = new FarServer(createTestCertificate(['localhost']), (request, response) => {
  answer(request, response).catch(() => response.destroy())
})

async function obey(order: StoreOrder): Promise<void> {
  if (order.order === 'line') await server.line(order)
  const told: StoreState = { ...server.state, ...state }
  process.send?.(told)
}

process.on('message', (message) => void obey(v.parse(StoreOrder, message)))
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
