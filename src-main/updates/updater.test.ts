import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fileOf } from './testing/local-feed.ts'
import { UpdateBench } from './testing/update-bench.ts'

let bench: UpdateBench

beforeEach(async () => {
  bench = await UpdateBench.set()
})
afterEach(() => vi.unstubAllEnvs())

const file = fileOf({ version: '0.2.0' })
const big = 'made-up program '.repeat(200_000)

describe('a good release', () => {
  it('is downloaded in the background and installed after the application has quit', async () => {
    bench.publish('0.2.0')
    const updater = await bench.checked()
    expect(updater.status).toMatchObject({
      type: 'ready',
      version: '0.2.0',
      putOffUntil: null,
      mayPutOff: true,
    })
    expect(bench.statuses.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['checking', 'downloading', 'ready']),
    )
    expect(bench.installed).toBe('the version that runs')

    expect(await updater.install()).toBe(true)
    expect([updater.status.type, bench.leaves, bench.installed]).toEqual([
      'installing',
      1,
      'the version that runs',
    ])
    expect(await updater.lastly(false)).toBe(true)
    expect(bench.installed).toBe('the version 0.2.0')
    expect(statSync(bench.appImage).mode & 0o777).toBe(0o755)
    expect(readdirSync(bench.folder).filter((name) => name.endsWith('.new'))).toEqual([])
  })

  it('is requested without identifying data: no key, no name, no id of this computer', async () => {
    bench.publish('0.2.0')
    await bench.checked()
    expect(bench.feed.paths).toEqual(['latest-linux.yml', 'latest-linux.yml.sig', file])
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
    expect(bench.installed).toBe(big)
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

  it('is not installed on quit before it may install automatically', async () => {
    const updater = await bench.checked()
    expect(await updater.lastly(false)).toBe(false)
    await updater.putOff()
    expect(await updater.lastly(true)).toBe(true)
    expect(bench.installed).toBe('the version that runs')
  })

  it('stays ready when the application cannot quit now', async () => {
    bench.mayLeave = false
    const updater = await bench.checked()
    expect(await updater.install()).toBe(false)
    expect([updater.status.type, bench.standing]).toEqual(['ready', 0])
  })

  it('is put off five times, across restarts, and then installed on quit', async () => {
    for (let times = 0; times < 5; times += 1) {
      const updater = await bench.checked()
      expect(await updater.putOff()).toBe(true)
      expect(updater.status).toMatchObject({ type: 'ready', mayPutOff: times < 4 })
      await bench.clock.advance(20 * 3_600_000)
    }
    const updater = await bench.checked()
    expect(updater.status).toMatchObject({ type: 'ready', putOffUntil: null, mayPutOff: false })
    expect(await updater.putOff()).toBe(false)
    expect(await updater.lastly(false)).toBe(false)
    expect(bench.installed).toBe('the version 0.2.0')
  })

  it('is put off for a week at most, whether or not the officer was asked', async () => {
    await bench.checked()
    await bench.clock.advance(7 * 24 * 3_600_000)
    const updater = await bench.checked()
    expect(updater.status).toMatchObject({ type: 'ready', mayPutOff: false })
    expect(await updater.lastly(true)).toBe(true)
    expect(bench.installed).toBe('the version 0.2.0')
  })

  it('is installed while nobody is at the computer, once it may install automatically', async () => {
    const updater = await bench.checked()
    bench.idleSeconds = 16 * 60
    await bench.clock.advance(6 * 24 * 3_600_000)
    expect(updater.status.type).toBe('ready')
    bench.idleSeconds = 10
    await bench.clock.advance(2 * 24 * 3_600_000)
    expect([updater.status.type, bench.leaves]).toEqual(['ready', 0])
    bench.idleSeconds = 16 * 60
    await bench.clock.advance(60_000)
    await vi.waitFor(() => expect([updater.status.type, bench.leaves]).toEqual(['installing', 1]))
  })

  it('is announced again when the time it was put off is over', async () => {
    const updater = await bench.checked()
    await updater.putOff()
    expect(bench.statuses.at(-1)).toMatchObject({ type: 'ready', putOffUntil: expect.any(String) as string })
    await bench.clock.advance(20 * 3_600_000)
    expect(bench.statuses.at(-1)).toMatchObject({ type: 'ready', putOffUntil: null })
  })

  it('that was handed over but does not run is reported at the next start', async () => {
    const updater = await bench.checked()
    await updater.install()
    await updater.lastly(false)
    expect((await bench.start()).status).toMatchObject({ type: 'failed', reason: 'not-installed' })
    bench.version = '0.2.0'
    expect((await bench.start()).status.type).toBe('idle')
  })

  it('that is now running is not reported', async () => {
    const updater = await bench.checked()
    await updater.install()
    await updater.lastly(false)
    bench.version = '0.2.0'
    expect((await bench.checked()).status.type).toBe('idle')
  })

  it('leaves the old program intact when the new one cannot replace it', async () => {
    const updater = await bench.checked()
    await updater.install()
    vi.stubEnv('APPIMAGE', join(bench.folder, 'no such folder', 'Claims Desk.AppImage'))
    expect(await updater.lastly(false)).toBe(true)
    expect(bench.installed).toBe('the version that runs')
  })
})
