import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultSettings, type Settings } from '#shared/settings.ts'
import { createTestFolder } from '#main/keys/testing/folder.ts'
import { createSettingsFile, readTheme, type LoadedSettings } from './settings-file.ts'

const chosen: Settings = {
  configured: true,
  environment: 'live',
  baseUrls: { sandbox: 'https://sandbox.example.test/api', live: 'https://live.example.test' },
  theme: 'dark',
  language: 'ha',
  startAtLogin: true,
  singleKeyShortcuts: false,
  tourSeen: true,
  practicePort: 4321,
  sideBySide: 2,
  statusNames: { '0': 'New', '2': 'Paid' },
  refreshListBelowMb: 5,
  keptClaims: 50_000,
  saveData: true,
  directoryMaxAgeDays: 3,
  lockAfterMinutes: 25,
  sharedOutbox: false,
  repeatRequestHours: 48,
  keepReceivedDays: 30,
  branchName: 'Made-up branch',
  notifications: false,
  quietHours: { from: '18:00', until: '07:30' },
  updateFeed: 'https://updates.example.test/desk',
}

async function loadText(text: string): Promise<LoadedSettings> {
  const folder = createTestFolder()
  writeFileSync(join(folder, 'settings.json'), text)
  return await createSettingsFile({ folder }).load()
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
    expect(await createSettingsFile({ folder }).load()).toEqual({
      settings: defaultSettings,
      keptAs: null,
      replacedFields: [],
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it('returns what was saved, readable by this user only', async () => {
    const folder = createTestFolder()
    expect((await createSettingsFile({ folder }).save(chosen)).ok).toBe(true)
    expect(await createSettingsFile({ folder }).load()).toEqual({
      settings: chosen,
      keptAs: null,
      replacedFields: [],
    })
    expect(statSync(join(folder, 'settings.json')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })

  it.each(['', 'not json', '[1, 2]', 'null', '{"configured": tru'])(
    'keeps a damaged file aside and starts with the default settings: %s',
    async (text) => {
      const folder = createTestFolder()
      writeFileSync(join(folder, 'settings.json'), text)
      const loaded = await createSettingsFile({ folder }).load()
      expect(loaded).toEqual({
        settings: defaultSettings,
        keptAs: 'settings.json.damaged-1',
        replacedFields: [],
      })
      expect(readFileSync(join(folder, 'settings.json.damaged-1'), 'utf8')).toBe(text)
    },
  )

  it('replaces an invalid value with the default and keeps the others', async () => {
    const loaded = await loadText(JSON.stringify({ ...chosen, theme: 'pink', practicePort: -1 }))
    expect(loaded.settings).toEqual({
      ...chosen,
      theme: defaultSettings.theme,
      practicePort: defaultSettings.practicePort,
    })
    expect(loaded.replacedFields).toEqual(['theme', 'practicePort'])
  })

  it.each([
    { from: '8:00', until: '09:00' },
    { from: '09:00', until: '09:00' },
    { from: '18:00' },
    'at night',
  ])('has no quiet hours if those in the file are not valid: %j', async (quietHours) => {
    const loaded = await loadText(JSON.stringify({ ...chosen, quietHours }))
    expect(loaded.settings).toEqual({ ...chosen, quietHours: null })
    expect(loaded.replacedFields).toEqual(['quietHours'])
  })

  it('ignores unknown fields and fills in missing ones', async () => {
    const loaded = await loadText('{"environment":"sandbox","fromTheFuture":1}')
    expect(loaded).toEqual({
      settings: { ...defaultSettings, environment: 'sandbox' },
      keptAs: null,
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
    expect((await createSettingsFile({ folder }).load()).settings).toEqual(defaultSettings)
  })

  it('returns a failure when it cannot be saved', async () => {
    const folder = join(createTestFolder(), 'file')
    writeFileSync(folder, '')
    expect(await createSettingsFile({ folder }).save(chosen)).toEqual({
      ok: false,
      error: { type: 'storage-unavailable' },
    })
  })
})
