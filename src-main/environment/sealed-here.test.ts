import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deriveKey } from '../keys/data-key.ts'
import { createTestFolder } from '../keys/testing/folder.ts'
import { createOfficersFile } from '../officers/officers-file.ts'
import { emptyList } from '../officers/officers-list.ts'
import { openOutboxFile } from '../outbox/open-outbox.ts'
import { createOutbox } from '../outbox/outbox.ts'
import { claimSubmission } from '../outbox/testing/made-up.ts'
import { sealedCopy, settingsKeysOf } from '../settings/settings-seal.ts'
import { outboxFileOf } from './open-environment.ts'
import { createRowProtection } from './row-sealing.ts'
import { isWorkSealed, sealedHere } from './sealed-here.ts'

const ours = new Uint8Array(32).fill(7)
const another = new Uint8Array(32).fill(9)

function outboxFile(folder: string): string {
  const file = outboxFileOf(folder, 'sandbox')
  mkdirSync(dirname(file), { recursive: true })
  return file
}

/** What one kind of file has sealed under our key. */
const kinds: readonly (readonly [string, (folder: string) => unknown, isWork: boolean])[] = [
  [
    'a row',
    (folder) => {
      const opened = openOutboxFile(outboxFile(folder), new Date())
      if (!opened.ok) throw new Error(opened.error.type)
      createOutbox(opened.value.database, createRowProtection({ bytes: ours })).accept(
        claimSubmission(),
        '2026-11-20T09:00:00.000Z',
      )
      opened.value.database.close()
    },
    true,
  ],
  [
    'officers',
    (folder) => createOfficersFile(folder, deriveKey({ bytes: ours }, 'officers')).save(emptyList()),
    true,
  ],
  [
    'settings',
    (folder) => {
      const [keys] = settingsKeysOf({ bytes: ours, next: null })
      if (keys !== undefined)
        writeFileSync(join(folder, 'settings.sealed'), sealedCopy(keys, '{}', 'settings'))
    },
    false,
  ],
]

describe('what is sealed here', () => {
  it.each(kinds)('is seen by %s', async (_kind, make, isWork) => {
    const folder = createTestFolder()
    await make(folder)
    expect(await sealedHere(folder, [ours])).toBe('under-these')
    expect(await sealedHere(folder, [another, ours])).toBe('under-these')
    expect(await sealedHere(folder, [another])).toBe('under-others')
    expect(await isWorkSealed(folder)).toBe(isWork)
  })

  it('is nothing in a new folder, or where an outbox file has no rows', async () => {
    const folder = createTestFolder()
    expect(await sealedHere(folder, [ours])).toBe('nothing')
    const opened = openOutboxFile(outboxFile(folder), new Date())
    if (opened.ok) opened.value.database.close()
    expect(await sealedHere(folder, [ours])).toBe('nothing')
    expect(await isWorkSealed(folder)).toBe(false)
  })

  it('may need the key where a file cannot be read', async () => {
    const folder = createTestFolder()
    writeFileSync(outboxFile(folder), 'not a database'.repeat(100))
    expect(await sealedHere(folder, [another])).toBe('under-these')
    expect(await isWorkSealed(folder)).toBe(true)
  })
})
