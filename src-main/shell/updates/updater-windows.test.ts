import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fileOf } from './testing/local-feed.ts'
import { UpdateBench } from './testing/update-bench.ts'

let bench: UpdateBench

beforeEach(async () => {
  bench = await UpdateBench.set()
  bench.publish('0.2.0')
})

describe('an installer of Windows', () => {
  const pending = join('pending', fileOf({ version: '0.2.0' }))
  const downloaded = (): string => join(bench.folder, 'updates', pending)

  it('is started silently when everything has stopped, and starts the application itself', async () => {
    const updater = await bench.checked()
    await updater.install()
    expect(await updater.lastly(false)).toBe(false)
    await vi.waitFor(() => expect(bench.installed).toBe('0.2.0 --updated /S --force-run\n'))
  })

  it('that cannot be started leaves the application to relaunch', async () => {
    const updater = await bench.checked()
    await updater.install()
    chmodSync(downloaded(), 0o644)
    expect(await updater.lastly(false)).toBe(true)
    expect(bench.installed).toBeNull()
  })

  describe('in a package that names its publisher', () => {
    const verify = vi.fn<(publishers: readonly string[], file: string) => Promise<boolean>>()

    beforeEach(() => {
      writeFileSync(bench.configFile, 'publisherName: Made-up Merchant\n')
      bench.isPublishedBy = verify
      verify.mockReset()
    })

    it('is accepted if that publisher signed it', async () => {
      verify.mockResolvedValue(true)
      expect((await bench.checked()).status.type).toBe('ready')
      expect(verify.mock.calls).toEqual([[['Made-up Merchant'], downloaded()]])
    })

    it('is refused and removed if someone else signed it', async () => {
      verify.mockResolvedValue(false)
      const updater = await bench.checked()
      expect(updater.status).toMatchObject({ type: 'failed', reason: 'wrong-signature' })
      expect(await updater.install()).toBe(false)
      expect(bench.has(pending)).toBe(false)
    })

    it('is refused if the package does not name the publisher', async () => {
      writeFileSync(bench.configFile, 'publisherName: { by: nobody }\n')
      expect((await bench.checked()).status).toMatchObject({ type: 'failed', reason: 'wrong-signature' })
      expect(verify).not.toHaveBeenCalled()
    })
  })
})
