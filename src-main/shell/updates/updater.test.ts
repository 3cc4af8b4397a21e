import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fileOf } from '#testing/updates/local-feed.ts'
import { bench, benchForEach, big, file } from '#testing/updates/update-bench.ts'

benchForEach()

const dayMs = 24 * 3_600_000
const isInstalled = (): Promise<void> =>
  vi.waitFor(() => expect(bench.installed).toContain('0.2.0 --updated'))

describe('a good release', () => {
  it('is downloaded in the background and installed after the application has quit', async () => {
    bench.publish('0.2.0')
    const updater = await bench.checked()
    expect(updater.status).toMatchObject({
      type: 'ready',
      version: '0.2.0',
    })
    expect(bench.statuses.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['checking', 'downloading', 'ready']),
    )
    expect(bench.installed).toBeNull()

    expect(await updater.install()).toBe(true)
    expect([updater.status.type, bench.leaves, bench.installed]).toEqual(['installing', 1, null])
    await updater.lastly(false)
    await isInstalled()
  })

  it('is requested without identifying data: no key, no name, no id of this computer', async () => {
    bench.publish('0.2.0')
    await bench.checked()
    expect(bench.feed.paths).toEqual(['latest.json', 'latest.json.sig', file])
    for (const { headers } of bench.feed.requests) {
      const { host, connection, ...others } = headers
      expect([host, connection]).toBeDefined()
      expect(
        Object.keys(others).filter(
          (name) => !['user-agent', 'cache-control', 'accept-encoding'].includes(name),
        ),
      ).toEqual([])
      expect(headers['user-agent']).toBe('Claims Desk')
    }
  })

  it('is not downloaded again after a restart, nor when it is already there', async () => {
    bench.publish('0.2.0')
    await bench.checked()
    const updater = await bench.checked()
    expect(updater.status.type).toBe('ready')
    expect(bench.feed.paths.filter((path) => path === file)).toHaveLength(1)
  })

  it('replaces one that was downloaded before', async () => {
    bench.publish('0.2.0')
    await bench.checked()
    bench.publish('0.3.0')
    expect((await bench.checked()).status).toMatchObject({ type: 'ready', version: '0.3.0' })
    expect(readdirSync(join(bench.folder, 'updates', 'pending'))).toEqual([fileOf({ version: '0.3.0' })])
  })

  it('resumes where the connection broke', async () => {
    bench.publish('0.2.0', big)
    bench.feed.breakOff(file, 1_000_000)
    const updater = await bench.checked()
    expect(updater.status).toMatchObject({ type: 'failed', reason: 'broken-off' })
    await updater.check()
    expect(updater.status).toMatchObject({ type: 'failed', reason: 'broken-off' })
    bench.feed.answers.clear()
    await updater.check()
    expect(updater.status.type).toBe('ready')
    const starts = bench.feed.requests.filter(({ path }) => path === file).map(({ headers }) => headers.range)
    expect(starts[0]).toBeUndefined()
    expect(starts[2]).toMatch(/^bytes=\d{6,}-$/)
    await updater.install()
    await updater.lastly(false)
    await isInstalled()
  })

  it('is downloaded from the start if the server does not support ranges', async () => {
    bench.publish('0.2.0', big)
    bench.feed.breakOff(file, 1_000_000)
    const updater = await bench.checked()
    bench.feed.answers.set(file, (_request, response) => response.end(bench.feed.files.get(file)))
    await updater.check()
    expect(updater.status.type).toBe('ready')
  })
})

describe('an update that is ready', () => {
  beforeEach(() => bench.publish('0.2.0'))

  it('waits for an attempt in flight, and lets none start', async () => {
    bench.drain = Promise.withResolvers<undefined>()
    const updater = await bench.checked()
    const installing = updater.install()
    // Long enough for every step before the end, if it did not wait for the attempt.
    const first = await Promise.race([
      installing,
      new Promise((resolve) => setTimeout(resolve, 150, 'waits')),
    ])
    expect([first, updater.status.type, bench.standing, bench.leaves]).toEqual(['waits', 'waiting', 1, 0])
    bench.drain.resolve(undefined)
    expect(await installing).toBe(true)
    expect([updater.status.type, bench.standing, bench.leaves]).toEqual(['installing', 1, 1])
  })

  it('is not installed on quit', async () => {
    const updater = await bench.checked()
    expect(await updater.lastly(false)).toBe(false)
    expect(await updater.lastly(true)).toBe(true)
    expect(bench.installed).toBeNull()
  })

  it('stays ready when the application cannot quit now', async () => {
    bench.mayLeave = false
    const updater = await bench.checked()
    expect(await updater.install()).toBe(false)
    expect([updater.status.type, bench.standing]).toEqual(['ready', 0])
  })

  it('is installed while nobody is at the computer', async () => {
    const updater = await bench.checked()
    bench.idleSeconds = 14 * 60
    await bench.clock.advance(dayMs)
    expect([updater.status.type, bench.leaves]).toEqual(['ready', 0])
    bench.idleSeconds = 15 * 60
    await bench.clock.advance(60_000)
    await vi.waitFor(() => expect([updater.status.type, bench.leaves]).toEqual(['installing', 1]))
  })

  it('that was not installed is tried again only when an officer asks', async () => {
    const before = await bench.checked()
    await before.install()
    await before.lastly(false)
    const updater = await bench.start()
    bench.idleSeconds = 16 * 60
    await bench.clock.advance(dayMs)
    await vi.waitFor(() => expect(updater.status.type).toBe('ready'))
    await bench.clock.advance(60_000)
    expect([updater.status.type, bench.leaves]).toEqual(['ready', 1])
    expect(await updater.install()).toBe(true)
  })

  it('that was handed over but does not run is reported at the next start', async () => {
    const updater = await bench.checked()
    await updater.install()
    await updater.lastly(false)
    expect((await bench.start()).status).toMatchObject({ type: 'failed', reason: 'not-installed' })
    bench.version = '0.2.0'
    expect((await bench.start()).status.type).toBe('idle')
  })
})

describe('a release that was taken back', () => {
  beforeEach(() => bench.publish('0.2.0'))

  const takesBack: readonly [string, () => void][] = [
    ['with its manifest', () => bench.feed.withdraw()],
    ['with its signature', () => bench.feed.files.delete('latest.json.sig')],
    ['by a newer one', () => bench.publish('0.3.0')],
  ]

  it.each(takesBack)('%s is dropped within six hours', async (_how, takeBack) => {
    const updater = await bench.checked()
    takeBack()
    await bench.clock.advance(6 * 3_600_000 - 60_000)
    expect(updater.status).toMatchObject({ type: 'ready', version: '0.2.0' })
    await bench.clock.advance(60_000)
    await vi.waitFor(() => expect(updater.status).not.toMatchObject({ version: '0.2.0' }))
  })

  it.each(takesBack)('%s is not installed when an officer wants it', async (_how, takeBack) => {
    const updater = await bench.checked()
    takeBack()
    expect(await updater.install()).toBe(false)
    expect([bench.leaves, bench.standing]).toEqual([0, 0])
  })

  it('is another thing than a feed that does not answer: what is ready stays', async () => {
    const updater = await bench.checked()
    bench.feed.answers.set('latest.json', (_request, response) => response.writeHead(503).end())
    await bench.clock.advance(6 * 3_600_000)
    await vi.waitFor(() => expect(bench.feed.paths.filter((path) => path === 'latest.json')).toHaveLength(2))
    expect(await updater.install()).toBe(true)
  })
})
