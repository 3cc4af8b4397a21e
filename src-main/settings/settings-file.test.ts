import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultSettings, type Settings } from '#shared/settings.ts'
import { createTestFolder } from '#main/keys/testing/folder.ts'
import { createSettingsFile, readTheme, type LoadedSettings, type SettingsFile } from './settings-file.ts'
import { settingsKeysOf, type SettingsKeys } from './settings-seal.ts'

const keyOf = (byte: number, next: Uint8Array | null = null) =>
  settingsKeysOf({ bytes: new Uint8Array(32).fill(byte), next })
const keys = keyOf(1)

interface Circumstances {
  readonly keys?: readonly SettingsKeys[]
  readonly isNew?: boolean
}

function fileIn(folder: string, given: Circumstances = {}): SettingsFile {
  const { keys: known = keys, isNew = false } = given
  return createSettingsFile({ folder, keys: () => Promise.resolve(known), isNew: () => isNew })
}

const chosen: Settings = {
  configured: true,
  environment: 'live',
  baseUrls: { sandbox: 'https://sandbox.example.test/api', live: 'https://live.example.test' },
  fileStores: {
    sandbox: null,
    live: {
      endpoint: 'https://s3.example.test',
      region: 'eu-west-2',
      bucket: 'claims',
      prefix: 'desk/',
      style: 'path',
      links: { type: 'public', base: 'https://files.example.test' },
    },
  },
  theme: 'dark',
  startAtLogin: true,
  tourSeen: true,
  statusNames: { '0': 'New', '2': 'Paid' },
  nobodyDiedLink: 'https://files.example.test/nobody-died',
  notAvailableLink: 'https://files.example.test/not-available',
  directoryOffered: ['sandbox'],
  branchAsked: true,
  backupFolder: '/made-up/backups',
  statusFolder: '/made-up/status',
  saveData: true,
  lockAfterMinutes: 25,
  sharedOutbox: false,
  keepReceivedDays: 30,
  branchName: 'Made-up branch',
  notifications: false,
  updateFeed: 'https://updates.example.test/desk',
}

async function loadText(text: string): Promise<LoadedSettings> {
  const folder = createTestFolder()
  writeFileSync(join(folder, 'settings.json'), text)
  return await fileIn(folder, { isNew: true }).load()
}

describe('the theme at the start', () => {
  const themeIn = (text: string): string => {
    const folder = createTestFolder()
    writeFileSync(join(folder, 'settings.json'), text)
    return readTheme(folder)
  }

  it('is the chosen one, or the default one if the file has none or cannot be read', () => {
    expect(themeIn(JSON.stringify(chosen))).toBe('dark')
    expect(themeIn('{"theme":"pink"}')).toBe(defaultSettings.theme)
    expect(themeIn('{"theme":')).toBe(defaultSettings.theme)
    expect(readTheme(join(createTestFolder(), 'none'))).toBe(defaultSettings.theme)
  })

  it('does not wait for a pipe in place of the file', () => {
    const folder = createTestFolder()
    execFileSync('mkfifo', [join(folder, 'settings.json')])
    expect(readTheme(folder)).toBe(defaultSettings.theme)
  })

  it('leaves a damaged file to the full load', () => {
    const folder = createTestFolder()
    writeFileSync(join(folder, 'settings.json'), 'no settings')
    readTheme(folder)
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })
})

describe('settings file', () => {
  it('starts with the default settings', async () => {
    const folder = createTestFolder()
    expect(await fileIn(folder).load()).toEqual({
      settings: defaultSettings,
      restored: null,
      isVerified: true,
      replacedFields: [],
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it('returns what was saved, readable by this user only', async () => {
    const folder = createTestFolder()
    expect((await fileIn(folder).save(chosen)).ok).toBe(true)
    expect(await fileIn(folder).load()).toEqual({
      settings: chosen,
      restored: null,
      isVerified: true,
      replacedFields: [],
    })
    expect(statSync(join(folder, 'settings.json')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['settings.json', 'settings.sealed'])
  })

  it.each(['', 'not json', '[1, 2]', 'null', '{"configured": tru'])(
    'keeps a damaged file aside and starts with the default settings: %s',
    async (text) => {
      const folder = createTestFolder()
      writeFileSync(join(folder, 'settings.json'), text)
      const loaded = await fileIn(folder).load()
      expect(loaded).toEqual({
        settings: defaultSettings,
        restored: { to: 'standard', keptAs: 'settings.json.damaged-1' },
        isVerified: true,
        replacedFields: [],
      })
      expect(readFileSync(join(folder, 'settings.json.damaged-1'), 'utf8')).toBe(text)
    },
  )

  it('replaces an invalid value with the default and keeps the others', async () => {
    const loaded = await loadText(JSON.stringify({ ...chosen, theme: 'pink', lockAfterMinutes: -1 }))
    expect(loaded.settings).toEqual({
      ...chosen,
      theme: defaultSettings.theme,
      lockAfterMinutes: defaultSettings.lockAfterMinutes,
    })
    expect(loaded.replacedFields).toEqual(['theme', 'lockAfterMinutes'])
  })

  it('ignores unknown fields and fills in missing ones', async () => {
    const loaded = await loadText('{"environment":"sandbox","fromTheFuture":1}')
    expect(loaded).toEqual({
      settings: { ...defaultSettings, environment: 'sandbox' },
      restored: null,
      isVerified: true,
      replacedFields: [],
    })
  })

  it.each(['http://live.example.test', 'https://someone:secret@live.example.test', 'nonsense', 7])(
    'takes no base URL that we would not send a key to: %s',
    async (live) => {
      const loaded = await loadText(JSON.stringify({ ...chosen, baseUrls: { ...chosen.baseUrls, live } }))
      expect(loaded.settings.baseUrls).toEqual({ sandbox: chosen.baseUrls.sandbox, live: '' })
      expect(loaded.replacedFields).toEqual(['baseUrls.live'])
    },
  )

  it.each([
    ['https://updates.example.test/desk/', 'https://updates.example.test/desk', []],
    ['http://updates.example.test', null, ['updateFeed']],
    ['https://someone:secret@updates.example.test', null, ['updateFeed']],
    [7, null, ['updateFeed']],
    [null, null, []],
  ])('takes updates from %s as from %s', async (updateFeed, kept, replaced) => {
    const loaded = await loadText(JSON.stringify({ ...chosen, updateFeed }))
    expect(loaded.settings.updateFeed).toBe(kept)
    expect(loaded.replacedFields).toEqual(replaced)
  })

  it('starts with the default settings when the file cannot be read', async () => {
    const folder = createTestFolder()
    mkdirSync(join(folder, 'settings.json'))
    expect((await fileIn(folder).load()).settings).toEqual(defaultSettings)
  })

  it('returns a failure when it cannot be saved', async () => {
    const folder = join(createTestFolder(), 'file')
    writeFileSync(folder, '')
    expect(await fileIn(folder).save(chosen)).toEqual({
      ok: false,
      error: { type: 'storage-unavailable' },
    })
  })
})

describe('a settings file that did not come from here', () => {
  const path = (folder: string): string => join(folder, 'settings.json')
  const lastGood = { settings: chosen, replacedFields: [], isVerified: true }

  async function saved(): Promise<string> {
    const folder = createTestFolder()
    expect((await fileIn(folder).save(chosen)).ok).toBe(true)
    return folder
  }

  function edit(folder: string, changes: Readonly<Record<string, unknown>>): string {
    const fields: unknown = JSON.parse(readFileSync(path(folder), 'utf8'))
    const text = JSON.stringify({ ...(fields as object), ...changes })
    writeFileSync(path(folder), text)
    return text
  }

  it.each([
    ['edited', { sharedOutbox: true }],
    ['with a field more', { fromElsewhere: 1 }],
    ['without its tag', { tag: undefined }],
    ['with another tag', { tag: 'AAAA' }],
  ])('is kept aside, and the last good settings hold and are written back: %s', async (_, changes) => {
    const folder = await saved()
    const text = edit(folder, changes)
    const restored = { to: 'last-good', keptAs: 'settings.json.changed-1' }
    expect(await fileIn(folder).load()).toEqual({ ...lastGood, restored })
    expect(readFileSync(join(folder, 'settings.json.changed-1'), 'utf8')).toBe(text)
    expect(await fileIn(folder).load()).toEqual({ ...lastGood, restored: null })
  })

  it.each([
    ['damaged', (folder: string) => writeFileSync(path(folder), 'noise'), 'settings.json.damaged-1'],
    ['removed', (folder: string) => rmSync(path(folder)), null],
  ])('has its settings restored when it is %s', async (_, harm, keptAs) => {
    const folder = await saved()
    harm(folder)
    expect(await fileIn(folder).load()).toEqual({ ...lastGood, restored: { to: 'last-good', keptAs } })
    expect(await fileIn(folder).load()).toEqual({ ...lastGood, restored: null })
  })

  it('counts for nothing without a sealed copy, unless nothing else is in the folder yet', async () => {
    const folder = await saved()
    edit(folder, { tag: undefined })
    rmSync(join(folder, 'settings.sealed'))
    expect((await fileIn(folder, { isNew: true }).load()).settings).toEqual(chosen)
    edit(folder, { tag: undefined })
    rmSync(join(folder, 'settings.sealed'))
    expect(await fileIn(folder).load()).toEqual({
      settings: defaultSettings,
      replacedFields: [],
      isVerified: true,
      restored: { to: 'standard', keptAs: 'settings.json.changed-1' },
    })
  })

  it('of another computer counts for nothing', async () => {
    const folder = await saved()
    const other = createTestFolder()
    await fileIn(other, { keys: keyOf(2) }).save({ ...chosen, sharedOutbox: true })
    for (const name of ['settings.json', 'settings.sealed']) cpSync(join(other, name), join(folder, name))
    expect((await fileIn(folder).load()).settings).toEqual(defaultSettings)
  })

  it('is read as it is while there is no data key, changes nothing, and cannot be saved', async () => {
    const folder = await saved()
    const text = edit(folder, { theme: 'light' })
    const locked = fileIn(folder, { keys: [] })
    expect(await locked.load()).toEqual({
      settings: { ...chosen, theme: 'light' },
      replacedFields: [],
      restored: null,
      isVerified: false,
    })
    expect(await locked.save(chosen)).toEqual({ ok: false, error: { type: 'locked' } })
    expect(readFileSync(path(folder), 'utf8')).toBe(text)
  })

  it('makes a missing copy from a genuine file', async () => {
    const folder = await saved()
    rmSync(join(folder, 'settings.sealed'))
    expect(await fileIn(folder).load()).toEqual({ ...lastGood, restored: null })
    rmSync(path(folder))
    expect((await fileIn(folder).load()).settings).toEqual(chosen)
  })

  it('counts under either key while the data key is being renewed, and is saved under the next', async () => {
    const folder = await saved()
    const inRenewal = fileIn(folder, { keys: keyOf(1, new Uint8Array(32).fill(2)) })
    expect(await inRenewal.load()).toEqual({ ...lastGood, restored: null })
    await inRenewal.save(chosen)
    expect(await inRenewal.load()).toEqual({ ...lastGood, restored: null })
    expect(await fileIn(folder, { keys: keyOf(2) }).load()).toEqual({ ...lastGood, restored: null })
    expect((await fileIn(folder, { keys: keyOf(1) }).load()).settings).toEqual(defaultSettings)
  })
})
