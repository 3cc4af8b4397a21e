import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import * as v from 'valibot'
import { createTestCertificate } from '#testing/insurer-client/test-certificate.ts'
import { runTestInsurer, type EndpointName, type TestInsurer } from '#testing/insurer/test-insurer.ts'
import { FarServer } from '../far-line/far-server.ts'
import { InsurerOrders, type InsurerCounts, type InsurerOrder } from './orders.ts'

/* The insurer of the tests in a separate process, which takes any policy and answers at once or after a delay. */

const creates = ['create-keke-claim', 'create-okada-claim'] as const
/** As many names as make the certificate as long as a usual chain of two (3 kB). */
const otherNames = Array.from(
  { length: 60 },
  (_, n) => `branch-${String(n).padStart(2, '0')}.of.a.long.name.insurer.example`,
)

const sockets = new Set<Socket>()
subscribe('http.server.request.start', (started) => {
  sockets.add((started as { readonly socket: Socket }).socket)
})
const sentBytes = (): number => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0)

async function insurerWith(otherRows: number, port: number): Promise<TestInsurer> {
  const started = await runTestInsurer({ file: null, key: 'bench-key', port })
  started.behave({ anyPolicy: true, list: { otherRows } })
  return started
}

let insurer = await insurerWith(0, 0)
let far: FarServer | null = null

async function begin(rows: number): Promise<void> {
  const { port } = insurer
  await insurer.close()
  sockets.clear()
  insurer = await insurerWith(rows, port)
}

function currentCounts(): InsurerCounts {
  const arrived = (...names: readonly EndpointName[]): number =>
    names.reduce((sum, name) => sum + insurer.arrivals(name), 0)
  const { fileStore } = insurer
  return {
    port: insurer.port,
    posts: arrived(...creates),
    details: arrived('keke-claim-details', 'okada-claim-details'),
    lists: arrived('list-keke-claims', 'list-okada-claims'),
    puts: fileStore.requests('put'),
    looks: fileStore.requests('head') + fileStore.requests('open'),
    sentBytes: sentBytes(),
    far: far?.state ?? null,
  }
}

async function obey(order: InsurerOrder): Promise<void> {
  switch (order.order) {
    case 'begin':
      await begin(order.rows)
      break
    case 'latency':
      for (const name of creates)
        insurer.faults.set(name, { type: 'latency', ms: order.ms, when: 'after-commit' })
      break
    case 'lose':
      for (const name of creates) insurer.faults.set(name, { type: 'reset', when: 'after-commit', times: 1 })
      break
    case 'line':
      far ??= new FarServer(createTestCertificate(['localhost', ...otherNames]), (incoming, outgoing) =>
        insurer.answer(incoming, outgoing),
      )
      await far.line(order)
      break
    case 'count':
  }
  process.send?.(currentCounts())
}

process.on('message', (message) => void obey(v.parse(InsurerOrders, message)))
process.on('disconnect', () => process.exit(0))
process.send?.(currentCounts())
