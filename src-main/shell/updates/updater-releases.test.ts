import { generateKeyPairSync } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { signatureLine } from '../../../scripts/sign-release.ts'
import { makeReleaseKey } from '#testing/updates/local-feed.ts'
import { bench, benchForEach, big, file } from '#testing/updates/update-bench.ts'

benchForEach()

describe('an invalid release', () => {
  const refusedAs = async (reason: string): Promise<void> => {
    const updater = await bench.checked()
    expect(updater.status).toMatchObject({ type: 'failed', reason })
    expect(await updater.install()).toBe(false)
    await updater.lastly(false)
    expect([bench.leaves, bench.installed]).toEqual([0, null])
    expect(bench.has(`pending/${file}`)).toBe(false)
    expect(bench.events).toContain(`update-failed: ${reason}`)
  }

  it('is refused when its file is not what was signed, and nothing is kept', async () => {
    bench.publish('0.2.0', big)
    const harmful = bench.feed.files.get(file)?.toString().replace('made-up', 'harmful') ?? ''
    bench.feed.files.set(file, Buffer.from(harmful))
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
    bench.feed.files.set(file, bench.feed.files.get(file)?.subarray(0, -1) ?? Buffer.alloc(0))
    await refusedAs('broken-off')
  })

  it('is refused when someone else signed it, before its file is requested', async () => {
    bench.feed.publish({ version: '0.2.0', content: Buffer.from(big), key: makeReleaseKey() })
    await refusedAs('wrong-signature')
    expect(bench.feed.paths).not.toContain(file)
  })

  it('is refused when its manifest was changed after it was signed', async () => {
    bench.publish('0.2.0')
    const manifest = bench.feed.files.get('latest.json')?.toString() ?? ''
    bench.feed.files.set('latest.json', Buffer.from(manifest.replace('0.2.0', '0.9.0')))
    await refusedAs('wrong-signature')
  })

  it('is refused when it was signed for another platform', async () => {
    bench.feed.publish({
      version: '0.2.0',
      content: Buffer.from(big),
      key: bench.key,
      channelFile: 'latest-mac.json',
    })
    for (const end of ['', '.sig']) {
      bench.feed.files.set(
        `latest.json${end}`,
        bench.feed.files.get(`latest-mac.json${end}`) ?? Buffer.alloc(0),
      )
    }
    await refusedAs('wrong-signature')
  })

  it('is refused when it is unsigned', async () => {
    bench.publish('0.2.0')
    bench.feed.files.delete('latest.json.sig')
    await refusedAs('unsigned')
    bench.feed.files.set('latest.json.sig', Buffer.from('trust me\n'))
    await refusedAs('unsigned')
  })

  it.each([
    ['leads to another host', '"file":"', '"file":"https://other.example/'],
    ['leads out of its folder', '"file":"', '"file":"../'],
    ['has no file for this computer', '.exe', '.dmg'],
    ['is of a version that is tried out', '"version":"0.2.0', '"version":"0.2.0-beta.1'],
    ['has no length', '"size"', '"sizes"'],
    ['is no JSON', '{', ''],
  ])('is refused when its manifest %s, though it is signed', async (_what, from, to) => {
    bench.publish('0.2.0')
    const manifest = Buffer.from((bench.feed.files.get('latest.json')?.toString() ?? '').replace(from, to))
    bench.feed.files.set('latest.json', manifest)
    const line = signatureLine('latest.json', manifest, bench.key.privateKey)
    bench.feed.files.set('latest.json.sig', Buffer.from(line))
    await refusedAs('not-a-feed')
  })

  it('is refused when its file was changed on this computer before it is installed', async () => {
    bench.publish('0.2.0')
    const updater = await bench.checked()
    writeFileSync(join(bench.folder, 'updates', 'pending', file), 'the version 0.6.6')
    expect(await updater.install()).toBe(false)
    expect(updater.status).toMatchObject({ type: 'failed', reason: 'damaged' })
    expect([bench.standing, bench.leaves]).toEqual([0, 0])
  })
})

describe('an older release', () => {
  it('is refused, even with a valid signature', async () => {
    bench.version = '0.3.0'
    bench.publish('0.2.0')
    const updater = await bench.checked()
    expect(updater.status).toMatchObject({ type: 'failed', reason: 'older' })
    expect(bench.feed.paths).not.toContain(file)
  })

  it('is refused once a newer one was seen, also after a restart', async () => {
    bench.publish('0.3.0')
    expect((await bench.checked()).status.type).toBe('ready')
    bench.publish('0.2.0')
    expect((await bench.checked()).status).toMatchObject({ type: 'failed', reason: 'older' })
    bench.publish('0.3.1')
    expect((await bench.checked()).status).toMatchObject({ type: 'ready', version: '0.3.1' })
  })

  it('of the running version is no update', async () => {
    bench.publish('0.1.0')
    const updater = await bench.checked()
    expect(updater.status).toEqual({ type: 'idle', checkedAt: bench.clock.now().toISOString() })
  })
})

it('a key may be changed: a release signed by both the old and the new one is valid for both', async () => {
  bench.publish('0.2.0')
  const manifest = bench.feed.files.get('latest.json') ?? Buffer.alloc(0)
  const next = generateKeyPairSync('ed25519').privateKey
  const both = [bench.key.privateKey, next].map((key) => signatureLine('latest.json', manifest, key)).join('')
  bench.feed.files.set('latest.json.sig', Buffer.from(both))
  expect((await bench.checked()).status.type).toBe('ready')
  const { publicKeyOf } = await import('../../../scripts/sign-release.ts')
  bench.publicKeys = [publicKeyOf(next)]
  expect((await bench.checked()).status.type).toBe('ready')
})
