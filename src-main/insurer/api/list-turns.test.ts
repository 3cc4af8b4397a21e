import { expect, it } from 'vitest'
import { anyNumber, failed, list, rows } from '#testing/insurer-client/claim-rows.ts'
import { apiOn, json, loopback } from '#testing/insurer-client/loopback-api.ts'

/** A server that holds its first list back until the test lets it go. */
async function heldServer() {
  const arrived = Promise.withResolvers<null>()
  const go = Promise.withResolvers<null>()
  const server = await loopback((_seen, response) => {
    arrived.resolve(null)
    const answer = async (): Promise<void> => {
      await go.promise
      json(response, list(rows(2)))
    }
    void answer()
  })
  return { server, arrived: arrived.promise, go: () => go.resolve(null) }
}

const onRows = () => 'go-on' as const
const complete = { ok: true, value: { type: 'complete', rows: 2, bytes: anyNumber, etag: null } }

it('follow one another, the page’s and the engine’s, and each says when it begins', async () => {
  const { server, arrived, go } = await heldServer()
  const api = apiOn(server.url)
  const begun: string[] = []
  const shown = api.streamShownClaims('keke', { onRows, onBegun: () => begun.push('page') })
  const looked = api.readClaimList('keke', { onRows, onBegun: () => begun.push('engine') })
  await arrived
  // Another product's list is read beside it, which shows that a third request would have come by now.
  const other = api.readClaimList('okada', { onRows })
  await expect.poll(() => server.seen.length).toBe(2)
  expect(begun).toEqual(['page'])
  go()
  expect(await Promise.all([shown, looked, other])).toEqual([complete, complete, complete])
  expect(begun).toEqual(['page', 'engine'])
  expect(server.seen).toHaveLength(3)
})

it('need not follow where the later one is no longer wanted', async () => {
  const { server, arrived, go } = await heldServer()
  const api = apiOn(server.url)
  const stop = new AbortController()
  const first = api.readClaimList('keke', { onRows })
  const second = api.streamShownClaims('keke', { onRows, signal: stop.signal })
  const third = api.readClaimList('keke', { onRows })
  await arrived
  stop.abort('stopped')
  expect(await second).toMatchObject(failed('offline'))
  expect(server.seen).toHaveLength(1)
  go()
  expect(await Promise.all([first, third])).toEqual([complete, complete])
})
