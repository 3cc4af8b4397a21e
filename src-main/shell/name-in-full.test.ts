import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { askNameInFull } from './dialogs.ts'

const filters = [{ name: 'Backups', extensions: ['cdbackup'] }]

/** What is proposed each time, and what comes of it, when a person types these names. */
async function saved(...typed: readonly string[]) {
  const proposed: (string | undefined)[] = []
  const names = [...typed]
  const filePath = await askNameInFull(
    ({ defaultPath }) => {
      proposed.push(defaultPath)
      const name = names.shift()
      return Promise.resolve({ canceled: name === undefined, filePath: name ?? '' })
    },
    { defaultPath: 'proposed.cdbackup', filters },
  )
  return { proposed: proposed.slice(1), filePath }
}

it('a file is saved with its extension, however its name was typed', async () => {
  expect(await saved('/made-up/monday')).toEqual({ proposed: [], filePath: '/made-up/monday.cdbackup' })
  expect(await saved('/made-up/Lagos 23.11.2026')).toMatchObject({
    filePath: '/made-up/Lagos 23.11.2026.cdbackup',
  })
  expect(await saved('/made-up/monday.cdbackup')).toMatchObject({ filePath: '/made-up/monday.cdbackup' })
  expect(await saved('/made-up/MONDAY.CDBACKUP')).toMatchObject({ filePath: '/made-up/MONDAY.CDBACKUP' })
})

it('no file is replaced of which the system did not ask', async () => {
  const typed = join(createTestFolder(), 'monday')
  writeFileSync(`${typed}.cdbackup`, '')
  const proposed = [`${typed}.cdbackup`]
  expect(await saved(typed)).toEqual({ proposed, filePath: null })
  expect(await saved(typed, `${typed}.cdbackup`)).toEqual({ proposed, filePath: `${typed}.cdbackup` })
  expect(await saved(typed, `${typed} 2`)).toEqual({ proposed, filePath: `${typed} 2.cdbackup` })
})
