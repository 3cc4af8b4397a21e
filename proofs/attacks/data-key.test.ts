import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import type { AppServices } from '#main/app/services.ts'
import { allowing, connect, newPlace, startOffice, statusOf, type Place } from './office.ts'
import { insurer } from './servers.ts'

/*
 * Someone has copied a data key that lay in the open, before there was a keyring or before its own key was on the disk.
 * It opens what is personal for good; the merchant's secrets were never sealed under it.
 */
interface Computer extends Place {
  /** On Windows: whether the key of the store is on the disk. */
  isStoreKept: boolean
}

async function start(on: Computer): Promise<AppServices> {
  const isStoreKept = (): boolean => on.isStoreKept
  const protection = { safeStorage: on.store, platform: 'linux' as const, isStoreKept }
  const services = await startOffice({ ...allowing, protection }, on)
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

/** What lies in the open of the keys: base64, or null. */
function inTheOpen({ folder }: Computer): string | null {
  const open = /"open":(?:"([^"]+)"|null)/.exec(readFileSync(join(folder, 'data-key.json'), 'utf8'))?.[1]
  return open === undefined ? null : Buffer.from(open, 'base64').toString('utf8')
}

it.each(['no keyring answers', 'the keyring’s own key is not on the disk'])(
  'the key of secrets never lies in the open: %s at first',
  async (why) => {
    const computer = { ...newPlace(), isStoreKept: true }
    if (why === 'no keyring answers') computer.store.available = false
    else computer.isStoreKept = false
    const before = await start(computer)
    const first = await accept(before)
    expect(inTheOpen(computer)).toContain('"secrets":null')
    computer.store.available = true
    computer.isStoreKept = true
    await before.storeReady()
    expect(inTheOpen(computer)).toBeNull()
    await connect(before, (await insurer()).url)
    await before.handlers['settings:change']({ environment: 'practice' })
    await before.workspace.close()

    const after = await start(computer)
    expect(await listed(after)).toEqual([first])
    expect(await statusOf(after)).toMatchObject({ keysFor: ['live'] })
  },
)
