import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import * as v from 'valibot'
import { describe, expect, it, onTestFinished } from 'vitest'
import { usedMemory } from '#testing/app/used-memory.ts'
import { ListScanner } from '#main/insurer/api/list-scanner.ts'
import { apiOn } from '#testing/insurer-client/loopback-api.ts'

const count = 40_000
const mebibyte = 1024 * 1024

function usedBytes(): number {
  const { heapUsed, external } = usedMemory()
  return heapUsed + external
}

/** A server in a heap of its own, which makes the rows while it sends them. */
async function generatedList(): Promise<string> {
  const worker = new Worker(
    `
    const { createServer } = require('node:http')
    const { parentPort } = require('node:worker_threads')
    const { Readable } = require('node:stream')
    const text = (id) => 'Fell into a ditch beside the road, number ' + id + '. ' + 'x'.repeat(400)
    const row = (id) => ({
      id, policy_number: 'KKP/2026/LA/' + id, details_of_incidence: text(id), estimate_of_repair: '45,000',
      status: '0', created_at: '2026-11-20T09:00:00.000000Z', updated_at: '2026-11-20T09:00:00.000000Z',
    })
    function* pieces() {
      yield '{"success":true,"data":[' + JSON.stringify(row(1))
      for (let id = 2; id <= ${count}; id += 50) {
        let piece = ''
        for (let next = id; next < id + 50 && next <= ${count}; next += 1) piece += ',' + JSON.stringify(row(next))
        yield piece
      }
      yield ']}'
    }
    const server = createServer((request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      Readable.from(pieces()).pipe(response)
    })
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
    `,
    { eval: true },
  )
  onTestFinished(async () => {
    await worker.terminate()
  })
  const [port] = v.parse(v.tuple([v.number()]), await once(worker, 'message'))
  return `http://127.0.0.1:${port}`
}

describe('a list of 40,000 claims', () => {
  it('needs no more memory than a short one', async () => {
    const api = apiOn(await generatedList())
    const grown: number[] = []
    let rows = 0
    const start = usedBytes()
    const onRows = (some: readonly unknown[]) => {
      if (Math.floor((rows + some.length) / 4_000) > Math.floor(rows / 4_000)) {
        grown.push(usedBytes() - start)
      }
      rows += some.length
      return 'go-on' as const
    }
    expect(await api.readClaimList('keke', { onRows })).toMatchObject({ ok: true, value: { rows: count } })
    expect(grown).toHaveLength(10)
    expect(Math.max(...grown)).toBeLessThan(8 * mebibyte)
  })
})

describe('a list that comes byte by byte', () => {
  it.each([
    ['in a row', '{"success":true,"data":[{"a":"'],
    ['around the rows', '{"success":true,"message":"'],
    ['in a name', '{"success":true,"'],
  ])('keeps those bytes alone, %s', (_where, begin) => {
    const scanner = new ListScanner({ hasRows: true, maximumPartBytes: 64 * mebibyte })
    scanner.take(Buffer.from(begin))
    const start = usedBytes()
    // Each is a part of what was read at once.
    const next = () =>
      Buffer.allocUnsafeSlow(64 * 1024)
        .fill('x')
        .subarray(0, 1)
    for (let byte = 0; byte < 1000; byte += 1) scanner.take(next())
    expect(usedBytes() - start).toBeLessThan(mebibyte)
    for (let byte = 0; byte < 50_000; byte += 1) scanner.take(Buffer.from('x'))
    expect(usedBytes() - start).toBeLessThan(2 * mebibyte)
    expect(scanner.problem).toBeNull()
  })
})
