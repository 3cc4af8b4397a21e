import { cpSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { err, ok } from '#shared/result.ts'
import type { DataKey } from '#main/keys/data-key.ts'
import { createTestFolder } from '#main/keys/testing/folder.ts'
import { settingsKeysOf } from '../settings-seal.ts'
import { resealLastGood, underLastGood } from './last-good.ts'
import { managedConfigOf, noManagedConfig, ofRegistry, type ManagedConfig } from './managed-config.ts'

const keyOf = (fill: number): DataKey => ({
  bytes: new Uint8Array(32).fill(fill),
  next: null,
  madeAt: '2026-11-22T09:00:00.000Z',
  protection: 'os',
  wasOpen: false,
})
const set = { liveBaseUrl: 'https://api.insurer.example', lockAfterMinutes: 3 }
const policy = (fields: Readonly<Record<string, unknown>> = set): ManagedConfig =>
  managedConfigOf('registry', '', fields)
const unread = (): ManagedConfig => ofRegistry(err('not-asked'))
const notRead = { type: 'not-read', why: 'not-asked' } as const

let folder: string
const file = (): string => join(folder, 'policy.sealed')
const apply = async (read: ManagedConfig, key: DataKey | null = keyOf(1)): Promise<ManagedConfig> =>
  await underLastGood(read, { folder, keys: () => Promise.resolve(settingsKeysOf(key)) })

beforeEach(() => {
  folder = createTestFolder()
})

describe('a policy that cannot be read', () => {
  it('is the last one that was read, which lies sealed', async () => {
    expect(await apply(policy())).toEqual(policy())
    expect(readFileSync(file(), 'utf8')).not.toContain('insurer')
    const { values, managed } = await apply(unread())
    expect(values).toEqual(policy().values)
    expect(managed).toEqual({
      ...policy().managed,
      place: unread().managed.place,
      problems: [notRead],
    })
  })

  it('is none where there was none, and where the data key cannot be opened', async () => {
    expect(await apply(unread())).toEqual(unread())
    await apply(policy())
    expect(await apply(unread(), null)).toEqual(unread())
    expect((await apply(unread())).values).toEqual(policy().values)
  })

  it('is none of another computer, and no other sealed file', async () => {
    await apply(policy())
    expect(await apply(unread(), keyOf(2))).toEqual(unread())
    cpSync(file(), join(folder, 'settings.sealed'))
    cpSync(join(folder, 'settings.sealed'), file())
    expect((await apply(unread())).values).toEqual(policy().values)
  })

  it('is still the last one under the next data key', async () => {
    await apply(policy())
    const [before, next] = [settingsKeysOf(keyOf(1)), settingsKeysOf(keyOf(2))]
    await resealLastGood({ folder, keys: () => Promise.resolve(next) }, before)
    expect((await apply(unread(), keyOf(2))).values).toEqual(policy().values)
    expect(await apply(unread(), keyOf(1))).toEqual(unread())
  })
})

describe('the last good policy', () => {
  it('ends with the policy', async () => {
    await apply(policy())
    expect(await apply(ofRegistry(ok(null)))).toMatchObject(noManagedConfig.values)
    expect(existsSync(file())).toBe(false)
    expect(await apply(unread())).toEqual(unread())
  })

  it('follows the policy, and is written only when it changes', async () => {
    await apply(policy())
    const { ino } = statSync(file())
    await apply(policy())
    expect(statSync(file()).ino).toBe(ino)
    await apply(policy({ pinNeedsLetters: true }))
    expect((await apply(unread())).values).toEqual({ pinNeedsLetters: true })
  })

  it('gives its value for a field whose value cannot be used, from start to start', async () => {
    await apply(policy())
    const bad = { ...set, liveBaseUrl: 'ftp://x', keepReceivedDays: -1 }
    for (let start = 0; start < 2; start += 1) {
      const { values, managed } = await apply(policy(bad))
      expect(values).toEqual(set)
      expect(managed.problems).toEqual([
        { type: 'bad-value', field: 'liveBaseUrl' },
        { type: 'bad-value', field: 'keepReceivedDays' },
      ])
    }
    expect((await apply(policy({ lockAfterMinutes: 5 }))).values).toEqual({ lockAfterMinutes: 5 })
  })
})
