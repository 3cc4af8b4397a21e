import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { VirtualClock } from '#testing/virtual-clock.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { namesIn, OfficeFolders, putFile } from './office-folders.ts'

const minuteMs = 60_000

function put(folders: OfficeFolders, folder: string, name: string, text: string) {
  return folders.run((step) => putFile(step, folder, name, Buffer.from(text)))
}

describe('a folder of the office', () => {
  it('gets a file in one piece, in place of the one before', async () => {
    const folder = createTestFolder()
    const folders = new OfficeFolders(new VirtualClock())
    expect(await put(folders, folder, 'a.json', 'one')).toMatchObject({ ok: true })
    expect(await put(folders, folder, 'a.json', 'two')).toMatchObject({ ok: true })
    expect(readdirSync(folder)).toEqual(['a.json'])
    expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe('two')
  })

  it.skipIf(process.platform === 'win32')(
    'gets a file that head office may read from its own account',
    async () => {
      const umask = process.umask(0o077)
      onTestFinished(() => void process.umask(umask))
      const folder = createTestFolder()
      expect(await put(new OfficeFolders(new VirtualClock()), folder, 'a.json', 'one')).toMatchObject({
        ok: true,
      })
      expect(statSync(join(folder, 'a.json')).mode & 0o777).toBe(0o644)
    },
  )

  it('is never made: below a share that is not connected it would be on this computer', async () => {
    const folder = createTestFolder()
    const folders = new OfficeFolders(new VirtualClock())
    expect(await put(folders, join(folder, 'share'), 'a.json', 'one')).toEqual({
      ok: false,
      error: 'missing',
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it.skipIf(process.getuid?.() === 0)('that may not be written to keeps what it has', async () => {
    const folder = createTestFolder()
    writeFileSync(join(folder, 'a.json'), 'one')
    chmodSync(folder, 0o500)
    const written = await put(new OfficeFolders(new VirtualClock()), folder, 'a.json', 'two')
    chmodSync(folder, 0o700)
    expect(written).toEqual({ ok: false, error: 'not-writable' })
    expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe('one')
  })

  it('keeps the old file, and no part of the new one, where the content ends with an error of the disk', async () => {
    const folder = createTestFolder()
    writeFileSync(join(folder, 'a.json'), 'one')
    async function* cutOff(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('tw')
      await Promise.resolve()
      throw Object.assign(new Error('made up'), { code: 'ENOSPC' })
    }
    const folders = new OfficeFolders(new VirtualClock())
    const written = await folders.run((step) => putFile(step, folder, 'a.json', cutOff()))
    expect(written).toEqual({ ok: false, error: 'full' })
    expect(readdirSync(folder)).toEqual(['a.json'])
    expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe('one')
  })

  it('is written to although something unfinished cannot be removed', async () => {
    const folder = createTestFolder()
    mkdirSync(join(folder, '.ours-1.json.x.tmp'))
    const names = await new OfficeFolders(new VirtualClock()).run((step) => namesIn(step, folder, 'ours-'))
    expect(names).toEqual({ ok: true, value: ['.ours-1.json.x.tmp'] })
  })

  it('is rid of what a kill left unfinished under its names, and of nothing else', async () => {
    const folder = createTestFolder()
    for (const name of ['.ours-1.json.x.tmp', '.theirs-1.json.x.tmp', 'ours-1.json', 'ours-1.json.tmp'])
      writeFileSync(join(folder, name), '')
    mkdirSync(join(folder, 'kept'))
    await new OfficeFolders(new VirtualClock()).run((step) => namesIn(step, folder, 'ours-'))
    expect(readdirSync(folder).toSorted()).toEqual([
      '.theirs-1.json.x.tmp',
      'kept',
      'ours-1.json',
      'ours-1.json.tmp',
    ])
  })
})

describe('a folder that hangs', () => {
  it('is given up after a minute; nothing else is begun in any folder until it comes back', async () => {
    const clock = new VirtualClock()
    const folders = new OfficeFolders(clock)
    const hanging = Promise.withResolvers<string>()
    const late: string[] = []
    let begun = 0
    const first = folders.run((step) =>
      step(
        () => hanging.promise,
        (value) => Promise.resolve(late.push(value)),
      ),
    )
    const second = folders.run((step) => step(() => Promise.resolve((begun += 1))))
    await clock.advance(minuteMs - 1)
    expect(begun).toBe(0)
    await clock.advance(1)
    expect(await first).toEqual({ ok: false, error: 'hangs' })
    expect(await second).toEqual({ ok: false, error: 'hangs' })
    expect(begun).toBe(0)

    hanging.resolve('back')
    await clock.settle()
    expect(late).toEqual(['back'])
    expect(await folders.run((step) => step(() => Promise.resolve('now')))).toEqual({
      ok: true,
      value: 'now',
    })
  })

  it('holds up the end for a moment only', async () => {
    const clock = new VirtualClock()
    const folders = new OfficeFolders(clock)
    void folders.run((step) => step(() => new Promise(() => undefined)))
    await clock.settle()
    const stopped = folders.stop(2_000)
    await clock.advance(2_000)
    expect(await stopped).toBe(false)
    expect(await new OfficeFolders(clock).stop(2_000)).toBe(true)
  })

  it('that comes back in time lets the end go on', async () => {
    const clock = new VirtualClock()
    const folders = new OfficeFolders(clock)
    const slow = Promise.withResolvers<null>()
    const work = folders.run(async (step) => {
      await step(() => slow.promise)
      return await step(() => Promise.resolve('more'))
    })
    await clock.settle()
    const stopped = folders.stop(2_000)
    slow.resolve(null)
    expect(await stopped).toBe(true)
    expect(await work).toEqual({ ok: false, error: 'hangs' })
  })
})
