import { expect, it } from 'vitest'
import type { StoreCheck } from '#shared/domain/file-store.ts'
import { loopback } from '#testing/insurer-client/loopback-api.ts'
import { testStoreAt, testAccessKey, type StoreWays } from '#testing/insurer/test-insurer.ts'
import { startForTest } from '#testing/insurer/calls.ts'
import { checkStore } from './check-store.ts'
import { page, s3Error, type GivenAnswer } from '#testing/file-store/answers.ts'
import { never, optionsFor } from '#testing/file-store/objects.ts'

/** How a made-up store answers, where it does otherwise than a good one. */
interface Ways {
  readonly put?: GivenAnswer
  readonly head?: GivenAnswer
  readonly open?: GivenAnswer
  readonly list?: (name: string) => GivenAnswer
  readonly remove?: GivenAnswer
}

/** A store of one file that checks no signature: what is asked without one is a stranger's. */
async function storeWith({ put, head, open, list, remove }: Ways) {
  let size = 0
  let name = ''
  const server = await loopback(({ method, url, body, headers }, response) => {
    const give = ({ status, body: text = '', headers: more = {} }: GivenAnswer): void =>
      void response.writeHead(status, { ...more }).end(text)
    const isStranger = headers.authorization === undefined
    const isList = new URL(url, 'http://x').searchParams.has('list-type')
    if (isList) {
      give(list?.(name) ?? { status: 403, body: s3Error('AccessDenied') })
    } else if (method === 'PUT') {
      size = body.length
      name = url.replace('/claims/', '')
      give(put ?? { status: 200, headers: { etag: '"e"' } })
    } else if (method === 'DELETE') give(remove ?? { status: 204 })
    else if (isStranger) {
      give(open ?? { status: 206, body: 'C', headers: { 'content-range': `bytes 0-0/${size}` } })
    } else give(head ?? { status: 200, headers: { etag: '"e"', 'content-length': String(size) } })
  })
  const check = (looks: readonly number[] = []): Promise<StoreCheck> =>
    checkStore(optionsFor(server.url), never, looks)
  return { server, check }
}

it('works, and nothing is left in it', async () => {
  const server = await startForTest({ now: () => new Date() })
  const store = testStoreAt(server.port)
  const check = await checkStore(optionsFor('', { store, accessKey: testAccessKey }), never)
  expect(check).toEqual({ type: 'works', isListable: false, removes: true })
  expect(server.files()).toEqual([])
  for (const one of ['put', 'open', 'delete'] as const) expect(server.fileStore.requests(one)).toBe(1)
})

it('is asked by strangers only where strangers would ask', async () => {
  const { server, check } = await storeWith({})
  expect(await check()).toEqual({ type: 'works', isListable: false, removes: true })
  const name = server.seen[0]?.url.replace('/claims/', '') ?? ''
  const asked = new URL(server.seen[3]?.url ?? '', server.url).searchParams.get('prefix') ?? ''
  expect([name.startsWith(asked), name.length - asked.length, asked.startsWith('photos/check-')]).toEqual([
    true,
    24,
    true,
  ])
  expect(
    server.seen.map(({ method, url, headers }) => [
      method,
      url.split('?')[0]?.replace(/[\da-f]{32}/, 'RANDOM'),
      headers.authorization !== undefined,
    ]),
  ).toEqual([
    ['PUT', '/claims/photos/check-RANDOM.txt', true],
    ['HEAD', '/claims/photos/check-RANDOM.txt', true],
    ['GET', '/claims/photos/check-RANDOM.txt', false],
    ['GET', '/claims/', false],
    ['DELETE', '/claims/photos/check-RANDOM.txt', true],
  ])
})

it('can be listed by strangers where they see a list, or the name that they asked half for', async () => {
  const listed = { type: 'works', isListable: true, removes: true }
  const lists: readonly Ways[] = [
    {
      list: () => ({
        status: 200,
        body: '<?xml version="1.0"?>\n<ListBucketResult xmlns="x"></ListBucketResult>',
      }),
    },
    { list: () => ({ status: 200, body: `<s3:ListBucketResult>${'<Key>x</Key>'.repeat(20_000)}` }) },
    { list: (name) => ({ status: 200, body: `a.jpg\n${name}\n` }) },
  ]
  for (const ways of lists) expect(await (await storeWith(ways)).check()).toEqual(listed)
  const hides: readonly Ways[] = [
    { list: () => ({ status: 200, body: page }) },
    { list: (name) => ({ status: 404, body: name }) },
    { list: (name) => ({ status: 200, body: name.slice(0, -24) }) },
  ]
  for (const ways of hides) expect(await (await storeWith(ways)).check()).toMatchObject({ isListable: false })
})

it('works where it keeps what should go, which is said', async () => {
  const { check } = await storeWith({ remove: { status: 403, body: s3Error('AccessDenied') } })
  expect(await check()).toEqual({ type: 'works', isListable: false, removes: false })
})

it.each<readonly [problem: string, Ways]>([
  ['wrong-key', { put: { status: 403, body: s3Error('InvalidAccessKeyId') } }],
  ['no-bucket', { put: { status: 404, body: s3Error('NoSuchBucket') } }],
  ['not-allowed', { put: { status: 403, body: s3Error('AccessDenied') } }],
  ['not-a-store', { put: { status: 200, body: page } }],
  ['not-a-store', { head: { status: 200, headers: { etag: '"e"', 'content-length': '1' } } }],
  ['not-allowed', { head: { status: 403, body: s3Error('AccessDenied') } }],
  ['link-not-public', { open: { status: 403, body: s3Error('AccessDenied') } }],
  ['link-not-public', { open: { status: 302, headers: { location: '/login' } } }],
])('has the problem %s (%#)', async (problem, ways) => {
  const { server, check } = await storeWith(ways)
  expect(await check()).toMatchObject({ type: 'problem', problem })
  // What may have been put is removed again.
  const last = server.seen.at(-1)?.method
  expect(last).toBe('put' in ways ? 'PUT' : 'DELETE')
})

it('is not asked with a key that cannot be sent', async () => {
  const accessKey = { id: '', secret: '' }
  expect(await checkStore(optionsFor('http://127.0.0.1:1', { accessKey }), never)).toMatchObject({
    problem: 'wrong-key',
  })
})

it.each<readonly [what: string, StoreWays]>([
  ['shows what it took only after a while', { shownAfterMs: 40 }],
  ['does so to a key that may not list', { shownAfterMs: 40, hidesMissing: true }],
])('works where it %s', async (_what, ways) => {
  // Time passes by the store's requests alone: a busy computer takes long enough for one of its own.
  const startMs = Date.now()
  let passedMs = 0
  let perRequestMs = 0
  const server = await startForTest({ now: () => new Date(startMs + (passedMs += perRequestMs)) })
  server.fileStore.behave(ways)
  const options = optionsFor('', { store: testStoreAt(server.port), accessKey: testAccessKey })
  expect(await checkStore(options, never, [])).toMatchObject({ type: 'problem' })
  perRequestMs = 30
  const check = await checkStore(options, never, [1, 1, 1])
  expect(check).toEqual({ type: 'works', isListable: false, removes: true })
  expect(server.fileStore.files()).toEqual([])
})
