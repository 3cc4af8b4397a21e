import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NsisUpdater } from 'electron-updater'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { signatureLine } from './sign-release.ts'
import { fileOf, LocalFeed, makeReleaseKey } from './testing/local-feed.ts'
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
    const desk = await bench.checked()
    expect(desk.status).toMatchObject({ type: 'ready', version: '0.2.0', putOffUntil: null, mayPutOff: true })
    expect(bench.statuses.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['checking', 'downloading', 'ready']),
    )
    expect(bench.installed).toBe('the version that runs')

    expect(await desk.install()).toBe(true)
    expect([desk.status.type, bench.leaves, bench.installed]).toEqual([
      'installing',
      1,
      'the version that runs',
    ])
    expect(await desk.lastly(false)).toBe(true)
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
    const desk = await bench.checked()
    expect(desk.status.type).toBe('ready')
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
    const desk = await bench.checked()
    expect(desk.status).toMatchObject({ type: 'failed', reason: 'broken-off' })
    await desk.check()
    expect(desk.status).toMatchObject({ type: 'failed', reason: 'broken-off' })
    bench.feed.answers.clear()
    await desk.check()
    expect(desk.status.type).toBe('ready')
    const starts = bench.feed.requests.filter(({ path }) => path === file).map(({ headers }) => headers.range)
    expect(starts[0]).toBeUndefined()
    expect(starts[2]).toMatch(/^bytes=\d{6,}-$/)
    await desk.install()
    await desk.lastly(false)
    expect(bench.installed).toBe(big)
  })

  it('is downloaded from the start if the server does not support ranges', async () => {
    bench.publish('0.2.0', big)
    bench.feed.breakOff(file, 1_000_000)
    const desk = await bench.checked()
    bench.feed.answers.set(file, (_request, response) => response.end(bench.feed.files.get(file)))
    await desk.check()
    expect(desk.status.type).toBe('ready')
  })
})

describe('an invalid release', () => {
  const refusedAs = async (reason: string): Promise<void> => {
    const desk = await bench.checked()
    expect(desk.status).toMatchObject({ type: 'failed', reason })
    expect(await desk.install()).toBe(false)
    await desk.lastly(false)
    expect([bench.leaves, bench.installed]).toEqual([0, 'the version that runs'])
    expect(bench.has(`pending/${file}`)).toBe(false)
    expect(bench.events).toContain(`update-failed: ${reason}`)
  }

  it('is refused when its file is not what was signed, and nothing is kept', async () => {
    bench.publish('0.2.0', big)
    bench.feed.files.set(file, Buffer.from(big.replace('made-up', 'harmful')))
    await refusedAs('damaged')
    expect(readdirSync(join(bench.folder, 'updates', 'begun'))).toEqual([])
  })

  it('is refused when its file is longer than what was signed, without downloading the rest', async () => {
    bench.publish('0.2.0')
    bench.feed.answers.set(file, (_request, response) => {
      const more = (): void => {
        if (response.write(Buffer.alloc(65_536))) setImmediate(more)
        else response.once('drain', more)
      }
      more()
    })
    await refusedAs('damaged')
  })

  it('is refused when its file is shorter than what was signed', async () => {
    bench.publish('0.2.0', big)
    bench.feed.files.set(file, Buffer.from(big.slice(0, -1)))
    await refusedAs('broken-off')
  })

  it('is refused when someone else signed it, before its file is requested', async () => {
    bench.feed.publish({ version: '0.2.0', content: Buffer.from(big), key: makeReleaseKey() })
    await refusedAs('wrong-signature')
    expect(bench.feed.paths).not.toContain(file)
  })

  it('is refused when its manifest was changed after it was signed', async () => {
    bench.publish('0.2.0')
    const manifest = bench.feed.files.get('latest-linux.yml')?.toString() ?? ''
    bench.feed.files.set('latest-linux.yml', Buffer.from(manifest.replace('0.2.0', '0.9.0')))
    await refusedAs('wrong-signature')
  })

  it('is refused when it was signed for another platform', async () => {
    bench.feed.publish({
      version: '0.2.0',
      content: Buffer.from(big),
      key: bench.key,
      channelFile: 'latest.yml',
    })
    for (const end of ['', '.sig']) {
      bench.feed.files.set(
        `latest-linux.yml${end}`,
        bench.feed.files.get(`latest.yml${end}`) ?? Buffer.alloc(0),
      )
    }
    await refusedAs('wrong-signature')
  })

  it('is refused when it is unsigned', async () => {
    bench.publish('0.2.0')
    bench.feed.files.delete('latest-linux.yml.sig')
    await refusedAs('unsigned')
    bench.feed.files.set('latest-linux.yml.sig', Buffer.from('trust me\n'))
    await refusedAs('unsigned')
  })

  it.each([
    ['leads to another host', 'url: ', 'url: https://other.example/'],
    ['leads out of its folder', 'url: ', 'url: ../'],
    ['has no file for this computer', /\.AppImage/g, '.dmg'],
    ['is of a version that is tried out', 'version: 0.2.0', 'version: 0.2.0-beta.1'],
    ['has no length', /size: .*/, ''],
  ])('is refused when its manifest %s, though it is signed', async (_what, from, to) => {
    bench.publish('0.2.0')
    const manifest = Buffer.from(
      (bench.feed.files.get('latest-linux.yml')?.toString() ?? '').replace(from, to),
    )
    bench.feed.files.set('latest-linux.yml', manifest)
    const line = signatureLine('latest-linux.yml', manifest, bench.key.privateKey)
    bench.feed.files.set('latest-linux.yml.sig', Buffer.from(line))
    await refusedAs('not-a-feed')
  })

  it('is refused when its file was changed on this computer before it is installed', async () => {
    bench.publish('0.2.0')
    const desk = await bench.checked()
    writeFileSync(join(bench.folder, 'updates', 'pending', file), 'the version 0.6.6')
    expect(await desk.install()).toBe(false)
    expect(desk.status).toMatchObject({ type: 'failed', reason: 'damaged' })
    expect([bench.standing, bench.leaves]).toEqual([0, 0])
  })
})

describe('an older release', () => {
  it('is refused, even with a valid signature', async () => {
    bench.version = '0.3.0'
    bench.publish('0.2.0')
    const desk = await bench.checked()
    expect(desk.status).toMatchObject({ type: 'failed', reason: 'older' })
    expect(bench.feed.paths).not.toContain(file)
  })

  it('is refused once a newer one was seen, also after a restart or if that one was not for this computer', async () => {
    bench.publish('0.3.0', 'the version 0.3.0', 0)
    expect((await bench.checked()).status.type).toBe('idle')
    bench.publish('0.2.0')
    expect((await bench.checked()).status).toMatchObject({ type: 'failed', reason: 'older' })
    bench.publish('0.3.1')
    expect((await bench.checked()).status).toMatchObject({ type: 'ready', version: '0.3.1' })
  })

  it('of the running version is no update', async () => {
    bench.publish('0.1.0')
    const desk = await bench.checked()
    expect(desk.status).toEqual({ type: 'idle', checkedAt: bench.clock.now().toISOString() })
  })
})

describe('a staged release', () => {
  // The last four bytes, as a fraction: 0x40000000 is a quarter.
  it.each([
    [0, 'idle'],
    [24, 'idle'],
    [26, 'ready'],
    [100, 'ready'],
  ])('reaches this computer at %i per cent: %s', async (percentage, type) => {
    mkdirSync(join(bench.folder, 'updates'), { recursive: true })
    writeFileSync(
      join(bench.folder, 'updates', '.updaterId'),
      '0123abcd-0123-5123-8123-0123'.concat('40000000'),
    )
    bench.publish('0.2.0', 'the version 0.2.0', percentage)
    expect((await bench.checked()).status.type).toBe(type)
  })
})

describe('a feed', () => {
  it('that is a login page is rejected', async () => {
    for (const path of ['latest-linux.yml', 'latest-linux.yml.sig']) {
      bench.feed.files.set(path, Buffer.from('<!DOCTYPE html><title>Sign in to the network</title>'))
    }
    expect((await bench.checked()).status).toMatchObject({ type: 'failed', reason: 'not-a-feed' })
  })

  it.each([
    ['has nothing', 404, 'not-a-feed'],
    ['has trouble', 503, 'unreachable'],
    ['wants a password', 401, 'unreachable'],
  ])('that %s has its own reason', async (_what, status, reason) => {
    bench.feed.answers.set('latest-linux.yml', (_request, response) => response.writeHead(status).end())
    expect((await bench.checked()).status).toMatchObject({ type: 'failed', reason })
  })

  it('with an endless response is abandoned', async () => {
    bench.publish('0.2.0')
    bench.feed.answers.set('latest-linux.yml', (_request, response) =>
      response.end(Buffer.alloc(200_000, 'a')),
    )
    expect((await bench.checked()).status).toMatchObject({ type: 'failed', reason: 'not-a-feed' })
  })

  it('that is down, or goes down while it is read, is retried after a quarter of an hour', async () => {
    bench.publish('0.2.0')
    bench.feed.answers.set('latest-linux.yml.sig', (_request, response) => response.destroy())
    const desk = await bench.checked()
    expect(desk.status).toMatchObject({ type: 'failed', reason: 'unreachable' })
    bench.feed.answers.clear()
    await bench.clock.advance(14 * 60_000)
    expect(desk.status.type).toBe('failed')
    await bench.clock.advance(60_000)
    await vi.waitFor(() => expect(desk.status.type).toBe('ready'))
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
    bench.feed.answers.set('latest-linux.yml', (_request, response) =>
      response.writeHead(302, { location: `${bench.feed.url}/latest-linux.yml` }).end(),
    )
    expect((await bench.checked()).status).toMatchObject({ type: 'failed', reason: 'not-a-feed' })
    expect(bench.feed.requests).toHaveLength(4)
  })

  it('may redirect to where the file is', async () => {
    bench.publish('0.2.0')
    const store = await LocalFeed.open()
    onTestFinished(() => store.close())
    store.files.set(file, Buffer.from('the version 0.2.0'))
    bench.feed.answers.set(file, (_request, response) =>
      response.writeHead(302, { location: `${store.url}/${file}` }).end(),
    )
    expect((await bench.checked()).status.type).toBe('ready')
  })

  it.each([
    ['no address is set', 'no-feed', (): void => void (bench.feedUrl = null)],
    ['this build knows no key', 'no-keys', (): void => void (bench.publicKeys = [])],
    ['the application cannot replace itself', 'not-by-itself', (): void => void (bench.kind = null)],
  ])('is not requested when %s', async (_what, reason, arrange) => {
    bench.publish('0.2.0')
    arrange()
    const desk = await bench.checked()
    await bench.clock.advance(24 * 3_600_000)
    expect(desk.status).toEqual({ type: 'off', reason })
    expect(bench.feed.requests).toEqual([])
  })

  it('is checked twenty seconds after the start, and no longer once its address is removed', async () => {
    const desk = await bench.start()
    expect(bench.feed.requests).toEqual([])
    await bench.clock.advance(20_000)
    await vi.waitFor(() => expect(desk.status.type).toBe('failed'))
    const asked = bench.feed.requests.length
    expect(asked).toBeGreaterThan(0)
    bench.feedUrl = null
    desk.feedChanged()
    await bench.clock.advance(24 * 3_600_000)
    expect(desk.status).toEqual({ type: 'off', reason: 'no-feed' })
    expect(bench.feed.requests).toHaveLength(asked)
  })

  it('that is removed during a download is abandoned', async () => {
    bench.publish('0.2.0', big)
    const reached = Promise.withResolvers<undefined>()
    bench.feed.answers.set(file, () => reached.resolve(undefined))
    const desk = await bench.start()
    const checking = desk.check()
    await reached.promise
    bench.feedUrl = null
    desk.feedChanged()
    await checking
    expect(desk.status).toEqual({ type: 'off', reason: 'no-feed' })
    expect(bench.events).toEqual([])
  })
})

describe('an update that is ready', () => {
  beforeEach(() => bench.publish('0.2.0'))

  it('waits for an attempt in flight, and lets none start', async () => {
    bench.drain = Promise.withResolvers<undefined>()
    const desk = await bench.checked()
    const installing = desk.install()
    // Long enough for every step before the end, if it did not wait for the attempt.
    const first = await Promise.race([
      installing,
      new Promise((resolve) => setTimeout(resolve, 150, 'waits')),
    ])
    expect([first, desk.status.type, bench.standing, bench.leaves]).toEqual(['waits', 'waiting', 1, 0])
    bench.drain.resolve(undefined)
    expect(await installing).toBe(true)
    expect([desk.status.type, bench.standing, bench.leaves]).toEqual(['installing', 1, 1])
  })

  it('is not installed on quit before it may install automatically', async () => {
    const desk = await bench.checked()
    expect(await desk.lastly(false)).toBe(false)
    await desk.putOff()
    expect(await desk.lastly(true)).toBe(true)
    expect(bench.installed).toBe('the version that runs')
  })

  it('stays ready when the application cannot quit now', async () => {
    bench.mayLeave = false
    const desk = await bench.checked()
    expect(await desk.install()).toBe(false)
    expect([desk.status.type, bench.standing]).toEqual(['ready', 0])
  })

  it('is put off five times, across restarts, and then installed on quit', async () => {
    for (let times = 0; times < 5; times += 1) {
      const desk = await bench.checked()
      expect(await desk.putOff()).toBe(true)
      expect(desk.status).toMatchObject({ type: 'ready', mayPutOff: times < 4 })
      await bench.clock.advance(20 * 3_600_000)
    }
    const desk = await bench.checked()
    expect(desk.status).toMatchObject({ type: 'ready', putOffUntil: null, mayPutOff: false })
    expect(await desk.putOff()).toBe(false)
    expect(await desk.lastly(false)).toBe(false)
    expect(bench.installed).toBe('the version 0.2.0')
  })

  it('is put off for a week at most, whether or not the officer was asked', async () => {
    await bench.checked()
    await bench.clock.advance(7 * 24 * 3_600_000)
    const desk = await bench.checked()
    expect(desk.status).toMatchObject({ type: 'ready', mayPutOff: false })
    expect(await desk.lastly(true)).toBe(true)
    expect(bench.installed).toBe('the version 0.2.0')
  })

  it('is installed while nobody is at the computer, once it may install automatically', async () => {
    const desk = await bench.checked()
    bench.idleSeconds = 16 * 60
    await bench.clock.advance(6 * 24 * 3_600_000)
    expect(desk.status.type).toBe('ready')
    bench.idleSeconds = 10
    await bench.clock.advance(2 * 24 * 3_600_000)
    expect([desk.status.type, bench.leaves]).toEqual(['ready', 0])
    bench.idleSeconds = 16 * 60
    await bench.clock.advance(60_000)
    await vi.waitFor(() => expect([desk.status.type, bench.leaves]).toEqual(['installing', 1]))
  })

  it('is announced again when the time it was put off is over', async () => {
    const desk = await bench.checked()
    await desk.putOff()
    expect(bench.statuses.at(-1)).toMatchObject({ type: 'ready', putOffUntil: expect.any(String) as string })
    await bench.clock.advance(20 * 3_600_000)
    expect(bench.statuses.at(-1)).toMatchObject({ type: 'ready', putOffUntil: null })
  })

  it('that was handed over but does not run is reported at the next start', async () => {
    const desk = await bench.checked()
    await desk.install()
    await desk.lastly(false)
    expect((await bench.start()).status).toMatchObject({ type: 'failed', reason: 'not-installed' })
    bench.version = '0.2.0'
    expect((await bench.start()).status.type).toBe('idle')
  })

  it('that is now running is not reported', async () => {
    const desk = await bench.checked()
    await desk.install()
    await desk.lastly(false)
    bench.version = '0.2.0'
    expect((await bench.checked()).status.type).toBe('idle')
  })

  it('leaves the old program intact when the new one cannot replace it', async () => {
    const desk = await bench.checked()
    await desk.install()
    vi.stubEnv('APPIMAGE', join(bench.folder, 'no such folder', 'Claims Desk.AppImage'))
    expect(await desk.lastly(false)).toBe(true)
    expect(bench.installed).toBe('the version that runs')
  })
})

describe('an installer of Windows', () => {
  const installer = 'claims-desk-0.2.0-win-x64.exe'
  const args = (): string => join(bench.folder, 'arguments')
  const script = (): string => `#!/bin/sh\necho "$@" > '${args()}'\n`
  const downloaded = (): string => join(bench.folder, 'updates', 'pending', installer)

  beforeEach(() => {
    bench.kind = 'nsis'
    const content = Buffer.from(script())
    bench.feed.publish({
      version: '0.2.0',
      content,
      key: bench.key,
      channelFile: 'latest.yml',
      file: installer,
    })
  })

  it('is started silently when everything has stopped, and starts the application itself', async () => {
    const desk = await bench.checked()
    expect(desk.status).toMatchObject({ type: 'ready', version: '0.2.0' })
    chmodSync(downloaded(), 0o755)
    await desk.install()
    expect(await desk.lastly(false)).toBe(false)
    await vi.waitFor(() => expect(readFileSync(args(), 'utf8')).toBe('--updated /S --force-run\n'))
  })

  it('is started with administrator rights if the system refuses it without', async () => {
    writeFileSync(join(bench.folder, 'elevate.exe'), script(), { mode: 0o755 })
    const desk = await bench.checked()
    chmodSync(downloaded(), 0o644)
    await desk.install()
    expect(await desk.lastly(false)).toBe(false)
    const expected = `${downloaded()} --updated /S --force-run\n`
    await vi.waitFor(() => expect(readFileSync(args(), 'utf8')).toBe(expected))
  })

  it('that cannot be started leaves the application to relaunch', async () => {
    const desk = await bench.checked()
    chmodSync(downloaded(), 0o644)
    await desk.install()
    expect(await desk.lastly(false)).toBe(true)
  })

  describe('in a package that names its publisher', () => {
    const verify = vi.fn<(publishers: string[], file: string) => Promise<string | null>>()

    beforeEach(() => {
      writeFileSync(bench.configFile, 'publisherName: Made-up Merchant\n')
      const made: { verifyUpdateCodeSignature: unknown } = NsisUpdater.prototype
      const spy = vi.spyOn(made, 'verifyUpdateCodeSignature', 'get')
      spy.mockReturnValue(verify)
      verify.mockReset()
      return () => spy.mockRestore()
    })

    it('is accepted if that publisher signed it', async () => {
      verify.mockResolvedValue(null)
      expect((await bench.checked()).status.type).toBe('ready')
      expect(verify.mock.calls).toEqual([[['Made-up Merchant'], downloaded()]])
    })

    it('is refused and removed if someone else signed it', async () => {
      verify.mockResolvedValue('signed by another')
      const desk = await bench.checked()
      expect(desk.status).toMatchObject({ type: 'failed', reason: 'wrong-signature' })
      expect(await desk.install()).toBe(false)
      expect(bench.has(`pending/${installer}`)).toBe(false)
    })

    it('is refused if the package does not name the publisher', async () => {
      writeFileSync(bench.configFile, 'publisherName: { by: nobody }\n')
      expect((await bench.checked()).status).toMatchObject({ type: 'failed', reason: 'wrong-signature' })
      expect(verify).not.toHaveBeenCalled()
    })
  })
})

describe('a key', () => {
  it('may be changed: a release signed by both the old and the new one is valid for both', async () => {
    bench.publish('0.2.0')
    const manifest = bench.feed.files.get('latest-linux.yml') ?? Buffer.alloc(0)
    const next = generateKeyPairSync('ed25519').privateKey
    const both = [bench.key.privateKey, next]
      .map((key) => signatureLine('latest-linux.yml', manifest, key))
      .join('')
    bench.feed.files.set('latest-linux.yml.sig', Buffer.from(both))
    expect((await bench.checked()).status.type).toBe('ready')
    const { publicKeyOf } = await import('./sign-release.ts')
    bench.publicKeys = [publicKeyOf(next)]
    expect((await bench.checked()).status.type).toBe('ready')
  })
})
