import { expect, it } from 'vitest'
import { err } from '#shared/result.ts'
import type { Settings } from '#shared/settings.ts'
import type { AppServices } from './services.ts'
import { managedConfigOf, ofRegistry } from '#main/office/settings/managed/managed-config.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { openServices } from '#testing/app/open-services.ts'

interface ManagedApp {
  readonly handlers: AppServices['handlers']
  /** The settings that were changed. */
  readonly applied: (keyof Settings)[]
  readonly folder: string
  readonly close: () => Promise<void>
}

/** The services as the application composes them, with these managed settings. */
async function open(
  fields: Readonly<Record<string, unknown>>,
  folder = createTestFolder(),
): Promise<ManagedApp> {
  const applied: ManagedApp['applied'] = []
  const { handlers, workspace, sessionLock } = await openServices({
    managedConfig: managedConfigOf('file', '/made/up/policy.json', fields),
    dataFolder: folder,
  })
  for (const name of ['theme', 'lockAfterMinutes'] as const)
    workspace.onSettings([name], () => applied.push(name))
  const close = async (): Promise<void> => {
    sessionLock.stop()
    await workspace.close()
  }
  return { handlers, applied, folder, close }
}

it('refuses to change a managed setting, explains why, and changes nothing', async () => {
  const { handlers, applied, folder, close } = await open({ lockAfterMinutes: 3 })
  const refused = { ok: false, error: { type: 'set-by-organisation' } }
  expect(await handlers['settings:change']({ lockAfterMinutes: 480, theme: 'dark' })).toEqual(refused)
  expect(applied).toEqual([])
  expect(await handlers['settings:change']({ theme: 'dark' })).toMatchObject({ ok: true })
  expect(applied).toEqual(['theme'])
  expect(await handlers['app:status'](undefined)).toMatchObject({
    value: {
      settings: { theme: 'dark', lockAfterMinutes: 3 },
      managed: { source: 'file', fields: ['lockAfterMinutes'] },
    },
  })
  await close()
  const free = await open({}, folder)
  expect(await free.handlers['app:status'](undefined)).toMatchObject({
    value: { settings: { theme: 'dark', lockAfterMinutes: 10 } },
  })
})

it('applies the organisation’s rules for PINs', async () => {
  const { handlers } = await open({ pinMinimumLength: 8, pinNeedsLetters: true })
  const add = (secret: string) => handlers['officers:add']({ name: 'Ada', role: 'manager', secret })
  const weak = (problem: string) => ({
    ok: true,
    value: { type: 'refused', why: { type: 'weak-secret', problem, minimumLength: 8 } },
  })
  expect(await add('271828')).toEqual(weak('too-short'))
  expect(await add('27182818')).toEqual(weak('no-letters'))
  expect(await add('27182818e')).toMatchObject({ ok: true, value: { type: 'done' } })
})

it('takes nothing of a backup where the organisation sets it, or may', async () => {
  const theirs = {
    statusNames: { '3': 'Paid' },
    notNeededLink: 'https://theirs.example/not-needed',
    branchName: 'Ikeja',
  }
  const dataFolder = createTestFolder()
  const managedConfig = managedConfigOf('file', '', { statusNames: { '1': 'Open' }, notNeededLink: '' })
  const set = await openServices({ managedConfig, dataFolder })
  expect(await set.workspace.takeOver(theirs)).toEqual({ branchName: 'Ikeja' })
  await set.close()
  const free = await openServices({ dataFolder })
  expect(free.workspace.settings).toMatchObject({ statusNames: {}, notNeededLink: '', branchName: 'Ikeja' })

  const unread = await openServices({ managedConfig: ofRegistry(err('not-asked')) })
  expect(await unread.workspace.takeOver(theirs)).toEqual({})
})
