import { Agent, request } from 'undici'
import * as v from 'valibot'
import { createMerchantApi } from '#main/insurer/api/merchant-api.ts'
import { endpoints } from '#main/practice/endpoints.ts'
import { ReadOrder, type ListRead } from './orders.ts'

/*
 * A process that reads one claim list and tells what that took. All sides load the same program, so that they begin
 * with the same memory.
 */

const key = 'bench-key'

/** Through the API, as the engine reads. @returns rows */
async function throughApi({ url }: ReadOrder): Promise<number> {
  const api = createMerchantApi({ baseUrl: url, readKey: () => Promise.resolve(key) })
  const end = await api.readClaimList('keke', { onRows: () => 'go-on' })
  await api.close()
  if (!end.ok || end.value.type !== 'complete') throw new Error(`Not read: ${JSON.stringify(end)}`)
  return end.value.rows
}

/** The bytes alone, each thrown away. @returns 0 */
async function bare({ url }: ReadOrder): Promise<number> {
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
  const headers = { authorization: `Bearer ${key}` }
  const { body } = await request(`${url}${endpoints['list-keke-claims'].path}`, { dispatcher, headers })
  body.resume()
  await new Promise((resolve, reject) => body.once('end', resolve).once('error', reject))
  await dispatcher.close()
  return 0
}

const read = { subject: throughApi, raw: bare }

process.on('message', (message) => {
  void (async () => {
    const order = v.parse(ReadOrder, message)
    const startBytes = process.memoryUsage.rss()
    const startedMs = performance.now()
    const rows = await read[order.side](order)
    const tookMs = performance.now() - startedMs
    // The most of the whole life of the process, never less than the most of this reading.
    const grownBytes = process.resourceUsage().maxRSS * 1024 - startBytes
    const told: ListRead = { rows, tookMs, grownMb: grownBytes / 1_000_000 }
    process.send?.(told)
  })()
})
process.on('disconnect', () => process.exit(0))
