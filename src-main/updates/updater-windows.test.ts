import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NsisUpdater } from 'electron-updater'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { UpdateBench } from './testing/update-bench.ts'

let bench: UpdateBench

beforeEach(async () => {
  bench = await UpdateBench.set()
})
afterEach(() => vi.unstubAllEnvs())

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
    const updater = await bench.checked()
    expect(updater.status).toMatchObject({ type: 'ready', version: '0.2.0' })
    chmodSync(downloaded(), 0o755)
    await updater.install()
    expect(await updater.lastly(false)).toBe(false)
    await vi.waitFor(() => expect(readFileSync(args(), 'utf8')).toBe('--updated /S --force-run\n'))
  })

  it('is started with administrator rights if the system refuses it without', async () => {
    writeFileSync(join(bench.folder, 'elevate.exe'), script(), { mode: 0o755 })
    const updater = await bench.checked()
    chmodSync(downloaded(), 0o644)
    await updater.install()
    expect(await updater.lastly(false)).toBe(false)
    const expected = `${downloaded()} --updated /S --force-run\n`
    await vi.waitFor(() => expect(readFileSync(args(), 'utf8')).toBe(expected))
  })

  it('that cannot be started leaves the application to relaunch', async () => {
    const updater = await bench.checked()
    chmodSync(downloaded(), 0o644)
    await updater.install()
    expect(await updater.lastly(false)).toBe(true)
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
      const updater = await bench.checked()
      expect(updater.status).toMatchObject({ type: 'failed', reason: 'wrong-signature' })
      expect(await updater.install()).toBe(false)
      expect(bench.has(`pending/${installer}`)).toBe(false)
    })

    it('is refused if the package does not name the publisher', async () => {
      writeFileSync(bench.configFile, 'publisherName: { by: nobody }\n')
      expect((await bench.checked()).status).toMatchObject({ type: 'failed', reason: 'wrong-signature' })
      expect(verify).not.toHaveBeenCalled()
    })
  })
})
