import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Worker } from 'node:worker_threads'
import * as v from 'valibot'
import { describe, expect, it, onTestFinished } from 'vitest'
import { apiOn } from './testing/loopback-api.ts'

setFlagsFromString('--expose-gc')
const collect = v.parse(v.function(), runInNewContext('gc'))

const count = 200_000
const mebibyte = 1024 * 1024

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

describe('a list of 200,000 claims', () => {
  it('needs no more memory than a short one', async () => {
    const api = apiOn(await generatedList())
    const grown: number[] = []
    let rows = 0
    collect()
    const start = process.memoryUsage()
    const onRows = (some: readonly unknown[]) => {
      if (Math.floor((rows + some.length) / 20_000) > Math.floor(rows / 20_000)) {
        collect()
        const now = process.memoryUsage()
        grown.push(now.heapUsed + now.external - start.heapUsed - start.external)
      }
      rows += some.length
      return 'go-on' as const
    }
    expect(await api.readClaimList('keke', { onRows })).toMatchObject({ ok: true, value: { rows: count } })
    expect(grown).toHaveLength(10)
    expect(Math.max(...grown)).toBeLessThan(8 * mebibyte)
  })
})
