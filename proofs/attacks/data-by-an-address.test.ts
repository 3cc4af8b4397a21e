import { createServer } from 'node:net'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { portInTest } from '#testing/platform/port-in-test.ts'
import { calls, requestChannels, type RequestChannel } from '#shared/contract/calls.ts'
import { validArguments } from '#testing/requests/valid-arguments.ts'
import { insurer, insurersKey as key, Office } from '#testing/app/office.ts'

/*
 * A script in the page wants to carry data out: it puts an address with the data in it wherever main takes a text, in
 * the arguments of every call. Nobody answers main's questions. Nothing may so much as connect to that address: even
 * the name in a handshake carries data.
 */
it('by an address in any argument of any call', async () => {
  let connections = 0
  const thief = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  const port = await portInTest(thief)
  const server = await insurer()
  const office = await Office.open({ confirmAddress: ({ to }) => Promise.resolve(to === server.url) })
  await office.connect(server.url)
  let carried = 0
  for (const channel of requestChannels) {
    for (const argument of validArguments(channel)) {
      for (const hostile of withTextInEachPlace(argument, `https://127.0.0.1:${port}/made-up-data`)) {
        if (!v.is(calls[channel].takes, hostile)) continue
        await ask(office.handlers, channel, hostile)
        carried += 1
      }
    }
  }
  expect(carried).toBeGreaterThan(100)
  expect(connections).toBe(0)
})

// Each field of a file store is tried in src-main/office/environment/file-stores.test.ts.
it('by a link that goes with claims, or by the path of the insurer’s address', async () => {
  const { url } = await insurer()
  const asked: string[] = []
  const confirmAddress = ({ to }: { readonly to: string }) => Promise.resolve(asked.push(to) === 1)
  const office = await Office.open({ confirmAddress })
  await office.connect(url)
  const [link, baseUrl] = ['https://evil.example/made-up-data', `${url}/made-up-data`]
  for (const field of ['notNeededLink', 'notAvailableLink'] as const)
    expect(await office.handlers['settings:change']({ [field]: link })).toMatchObject({ ok: false })
  const path = { environment: 'live', baseUrl, key, evenOffline: false } as const
  const unchanged = { value: { type: 'unchanged' } }
  expect(await office.handlers['environment:connect'](path)).toMatchObject(unchanged)
  expect(asked).toEqual([url, link, link, baseUrl])
})

/** Calls a channel whose argument was checked against its schema. */
async function ask(handlers: object, channel: RequestChannel, argument: unknown): Promise<void> {
  const handler: unknown = Reflect.get(handlers, channel)
  if (typeof handler === 'function') await Reflect.apply(handler, handlers, [argument])
}

/** A value once for each text in it, with that text replaced. */
function withTextInEachPlace(value: unknown, text: string): readonly unknown[] {
  if (typeof value === 'string') return [text]
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value
    return list.flatMap((one, at) => withTextInEachPlace(one, text).map((other) => list.with(at, other)))
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    withTextInEachPlace(one, text).map((other) => ({ ...value, [name]: other })),
  )
}
