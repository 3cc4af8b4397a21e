import { expect, it, onTestFinished, vi } from 'vitest'
import { LocalFeed } from '#testing/updates/local-feed.ts'
import { bench, benchForEach, big, file } from '#testing/updates/update-bench.ts'

benchForEach()

it('that is a login page is rejected', async () => {
  for (const path of ['latest.json', 'latest.json.sig']) {
    bench.feed.files.set(path, Buffer.from('<!DOCTYPE html><title>Sign in to the network</title>'))
  }
  expect((await bench.checked()).status).toMatchObject({ type: 'failed', reason: 'not-a-feed' })
})

it.each([
  ['has nothing', 404, 'not-a-feed'],
  ['has trouble', 503, 'unreachable'],
  ['wants a password', 401, 'unreachable'],
])('that %s has its own reason', async (_what, status, reason) => {
  bench.feed.answers.set('latest.json', (_request, response) => response.writeHead(status).end())
  expect((await bench.checked()).status).toMatchObject({ type: 'failed', reason })
})

it('with an endless response is abandoned', async () => {
  bench.publish('0.2.0')
  bench.feed.answers.set('latest.json', (_request, response) => response.end(Buffer.alloc(200_000, 'a')))
  expect((await bench.checked()).status).toMatchObject({ type: 'failed', reason: 'not-a-feed' })
})

it('that is down, or goes down while it is read, is retried after a quarter of an hour', async () => {
  bench.publish('0.2.0')
  bench.feed.answers.set('latest.json.sig', (_request, response) => response.destroy())
  const updater = await bench.checked()
  expect(updater.status).toMatchObject({ type: 'failed', reason: 'unreachable' })
  bench.feed.answers.clear()
  await bench.clock.advance(14 * 60_000)
  expect(updater.status.type).toBe('failed')
  await bench.clock.advance(60_000)
  await vi.waitFor(() => expect(updater.status.type).toBe('ready'))
  bench.feed.close()
  expect((await bench.checked()).status).toMatchObject({ type: 'failed', reason: 'unreachable' })
})

it('that redirects to plain http elsewhere is not followed', async () => {
  bench.publish('0.2.0')
  bench.feed.answers.set(file, (_request, response) =>
    response.writeHead(302, { location: 'http://updates.example.test/file' }).end(),
  )
  expect((await bench.checked()).status).toMatchObject({ type: 'failed', reason: 'not-a-feed' })
})

it('that redirects in a loop is abandoned', async () => {
  bench.feed.answers.set('latest.json', (_request, response) =>
    response.writeHead(302, { location: `${bench.feed.url}/latest.json` }).end(),
  )
  expect((await bench.checked()).status).toMatchObject({ type: 'failed', reason: 'not-a-feed' })
  expect(bench.feed.requests).toHaveLength(4)
})

it('may redirect to where the file is', async () => {
  bench.publish('0.2.0')
  const store = await LocalFeed.open()
  onTestFinished(() => store.close())
  store.files.set(file, bench.feed.files.get(file) ?? Buffer.alloc(0))
  bench.feed.answers.set(file, (_request, response) =>
    response.writeHead(302, { location: `${store.url}/${file}` }).end(),
  )
  expect((await bench.checked()).status.type).toBe('ready')
})

it.each([
  ['no address is set', 'no-feed', (): void => void (bench.feedUrl = null)],
  ['this build knows no key', 'no-keys', (): void => void (bench.publicKeys = [])],
  ['the application cannot replace itself', 'not-by-itself', (): void => void (bench.isOwn = false)],
])('is not requested when %s', async (_what, reason, arrange) => {
  bench.publish('0.2.0')
  arrange()
  const updater = await bench.checked()
  await bench.clock.advance(24 * 3_600_000)
  expect(updater.status).toEqual({ type: 'off', reason })
  expect(bench.feed.requests).toEqual([])
})

it('is checked twenty seconds after the start, and no longer once its address is removed', async () => {
  const updater = await bench.start()
  expect(bench.feed.requests).toEqual([])
  await bench.clock.advance(20_000)
  await vi.waitFor(() => expect(updater.status.type).toBe('failed'))
  const asked = bench.feed.requests.length
  expect(asked).toBeGreaterThan(0)
  bench.feedUrl = null
  updater.feedChanged()
  await bench.clock.advance(24 * 3_600_000)
  expect(updater.status).toEqual({ type: 'off', reason: 'no-feed' })
  expect(bench.feed.requests).toHaveLength(asked)
})

it('is not checked by itself while data is saved, only when someone asks', async () => {
  bench.savesData = true
  const updater = await bench.start()
  await bench.clock.advance(24 * 3_600_000)
  expect(bench.feed.requests).toEqual([])
  await updater.check()
  const asked = bench.feed.requests.length
  expect(asked).toBeGreaterThan(0)
  await bench.clock.advance(24 * 3_600_000)
  expect(bench.feed.requests).toHaveLength(asked)
  bench.savesData = false
  await bench.clock.advance(15 * 60_000)
  await vi.waitFor(() => expect(bench.feed.requests.length).toBeGreaterThan(asked))
})

it('that is removed during a download is abandoned', async () => {
  bench.publish('0.2.0', big)
  const reached = Promise.withResolvers<undefined>()
  bench.feed.answers.set(file, () => reached.resolve(undefined))
  const updater = await bench.start()
  const checking = updater.check()
  await reached.promise
  bench.feedUrl = null
  updater.feedChanged()
  await checking
  expect(updater.status).toEqual({ type: 'off', reason: 'no-feed' })
  expect(bench.events).toEqual([])
})
