import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createRowProtection } from '#main/environment/row-sealing.ts'
import { createTestFolder } from '#main/keys/testing/folder.ts'
import { createTestStore, type TestStore } from '#main/keys/testing/store.ts'
import { sealedColumns } from '#main/outbox/reseal.ts'
import { claimSubmission } from '#main/outbox/testing/made-up.ts'
import type { AppServices } from '#main/services.ts'
import { startOffice } from './office.ts'

/*
 * Someone has a data key that lay in the open: copied from the disk, or put there by themselves. They read the outbox
 * files with it later.
 */

const keyFile = (folder: string): string => join(folder, 'data-key.json')

/** The key as the file has it, if it lies in the open. */
function openKeyIn(folder: string): Uint8Array {
  const found = /"protection":"none".*"sealed":"([^"]+)"/.exec(readFileSync(keyFile(folder), 'utf8'))?.[1]
  if (found === undefined) throw new Error('not in the open')
  return new Uint8Array(Buffer.from(found, 'base64'))
}

/** Puts a key of one's own in the place of the application's. */
function plant(folder: string): Uint8Array {
  const bytes = new Uint8Array(randomBytes(32))
  const sealed = Buffer.from(bytes).toString('base64')
  writeFileSync(
    keyFile(folder),
    JSON.stringify({ version: 1, protection: 'none', madeAt: null, wasOpen: false, sealed }),
  )
  return bytes
}

/** How many of the sealed texts of practice's outbox file the key opens, and how many there are. */
function readWith(folder: string, bytes: Uint8Array): { opened: number; of: number } {
  const protection = createRowProtection({ bytes })
  using database = new DatabaseSync(join(folder, 'practice', 'outbox.sqlite'), { readOnly: true })
  const texts = sealedColumns.flatMap(({ table, column, boundTo, place }) =>
    database
      .prepare(`SELECT ${boundTo} AS id, ${column} AS sealed FROM ${table}`)
      .all()
      .flatMap(({ id, sealed }) =>
        typeof id === 'string' && sealed instanceof Uint8Array ? [{ sealed, place: place(id) }] : [],
      ),
  )
  const opened = texts.filter(({ sealed, place }) => protection.open(sealed, place).ok)
  return { opened: opened.length, of: texts.length }
}

interface Computer {
  readonly folder: string
  readonly store: TestStore
  /** On Windows: whether the key of the store is on the disk. */
  isStoreKept: boolean
}

const computer = (): Computer => ({ folder: createTestFolder(), store: createTestStore(), isStoreKept: true })

async function start(on: Computer): Promise<AppServices> {
  const isStoreKept = (): boolean => on.isStoreKept
  const protection = { safeStorage: on.store, platform: 'linux' as const, isStoreKept }
  const services = await startOffice({ dataFolder: on.folder, protection })
  await services.handlers['engine:pause']({ paused: true })
  return services
}

async function accept({ handlers }: AppServices): Promise<string> {
  const submission = claimSubmission()
  const accepted = await handlers['outbox:accept'](submission)
  if (!accepted.ok) throw new Error(accepted.error.type)
  return submission.id
}

async function listed({ handlers }: AppServices): Promise<readonly string[]> {
  const entries = await handlers['outbox:list'](undefined)
  return entries.ok ? entries.value.map(({ id }) => id) : []
}

describe('a key that lay in the open', () => {
  it('opens nothing once a keyring is there, and nothing is lost', async () => {
    const office = computer()
    office.store.available = false
    const before = await start(office)
    const first = await accept(before)
    await before.workspace.close()
    const copied = openKeyIn(office.folder)

    office.store.available = true
    const after = await start(office)
    const second = await accept(after)
    expect(await listed(after)).toEqual([first, second])
    await after.workspace.close()
    expect(readWith(office.folder, copied)).toEqual({ opened: 0, of: 4 })
  })

  it('opens nothing once a keyring answers late, from the next start on', async () => {
    const office = computer()
    office.store.available = false
    const services = await start(office)
    const first = await accept(services)
    const copied = openKeyIn(office.folder)
    office.store.available = true
    await services.storeReady()
    const second = await accept(services)
    await services.workspace.close()
    const again = await start(office)
    expect(await listed(again)).toEqual([first, second])
    await again.workspace.close()
    expect(readWith(office.folder, copied)).toEqual({ opened: 0, of: 4 })
  })

  it('for the first seconds on Windows opens nothing of what comes after', async () => {
    const office = computer()
    office.isStoreKept = false
    const services = await start(office)
    const copied = openKeyIn(office.folder)
    office.isStoreKept = true
    await services.storeReady()
    const first = await accept(services)
    await services.workspace.close()
    expect(readWith(office.folder, copied)).toEqual({ opened: 0, of: 2 })
    expect(await listed(await start(office))).toEqual([first])
  })
})

describe('a key that somebody put there', () => {
  it.each(['at once', 'later'] as const)('before the first start is not used; wrapped %s', async (when) => {
    const office = computer()
    office.isStoreKept = when === 'at once'
    const planted = plant(office.folder)
    const services = await start(office)
    await accept(services)
    await services.workspace.close()
    expect(readWith(office.folder, planted)).toEqual({ opened: 0, of: 2 })
    expect(existsSync(`${keyFile(office.folder)}.planted-1`)).toBe(true)
  })

  it('in place of a wrapped one opens nothing and seals nothing, and the wrapped one opens everything', async () => {
    const office = computer()
    const before = await start(office)
    const first = await accept(before)
    await before.workspace.close()
    const wrapped = readFileSync(keyFile(office.folder))

    const planted = plant(office.folder)
    const locked = await start(office)
    for (const _again of [1, 2]) {
      expect(locked.workspace.environment.storage).toEqual({ type: 'locked' })
      expect(await locked.handlers['outbox:accept'](claimSubmission())).toMatchObject({ ok: false })
      await locked.workspace.reopen()
    }
    await locked.workspace.close()
    expect(readWith(office.folder, planted)).toEqual({ opened: 0, of: 2 })

    writeFileSync(keyFile(office.folder), wrapped)
    expect(await listed(await start(office))).toEqual([first])
    expect(readdirSync(office.folder)).not.toContain('data-key.json.planted-1')
  })
})
