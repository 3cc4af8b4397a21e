import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultSettings, type Settings } from '#shared/settings.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { storeAt } from '#testing/file-store/objects.ts'
import { refuseFiles } from '#testing/platform/refused-files.ts'
import { createSettingsFile, readTheme, type SettingsFile } from './settings-file.ts'

const keyOf = (byte: number) => ({ bytes: new Uint8Array(32).fill(byte) })

interface Circumstances {
  readonly key?: ReturnType<typeof keyOf> | null
  readonly isNew?: boolean
  readonly holdsWork?: boolean
}

function fileIn(folder: string, given: Circumstances = {}): SettingsFile {
  const { key = keyOf(1), isNew = false, holdsWork = false } = given
  return createSettingsFile({
    folder,
    keys: () => Promise.resolve(key),
    isNew: () => isNew,
    holdsWork: () => holdsWork,
  })
}

async function save(file: SettingsFile, settings: Settings): Promise<string> {
  const saved = await file.save(settings)
  return saved.ok ? 'saved' : saved.error.type
}

const chosen: Settings = {
  configured: true,
  environment: 'live',
  sandboxBaseUrl: 'https://sandbox.example.test/api',
  liveBaseUrl: 'https://live.example.test',
  sandboxFileStore: null,
  liveFileStore: storeAt('https://s3.example.test'),
  theme: 'dark',
  largerText: true,
  startAtLogin: true,
  tourSeen: true,
  statusNames: { '0': 'New', '2': 'Paid' },
  finalStatuses: ['2'],
  notNeededLink: 'https://files.example.test/nobody-died',
  notAvailableLink: 'https://files.example.test/not-available',
  directoryOffered: ['sandbox'],
  officeStore: null,
  saveData: true,
  lockAfterMinutes: 25,
  sharedOutbox: false,
  keepReceivedDays: 30,
  branchName: 'Made-up branch',
  notifications: false,
  updateFeed: 'https://updates.example.test/desk',
}

async function loadText(text: string): Promise<Settings> {
  const folder = createTestFolder()
  writeFileSync(join(folder, 'settings.json'), text)
  return (await fileIn(folder, { isNew: true }).load()).settings
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

describe('settings', () => {
  const read = { settings: defaultSettings, isRead: true, lost: null }

  it('are the default ones at first', async () => {
    const folder = createTestFolder()
    expect(await fileIn(folder).load()).toEqual(read)
    expect(readdirSync(folder)).toEqual([])
  })

  it('are what was saved, sealed, and only theme and start at login lie in the open', async () => {
    const folder = createTestFolder()
    expect(await save(fileIn(folder), chosen)).toBe('saved')
    expect(await fileIn(folder).load()).toEqual({ ...read, settings: chosen })
    expect(readFileSync(join(folder, 'settings.sealed'), 'utf8')).not.toContain('example')
    expect(JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'))).toEqual({
      theme: 'dark',
      startAtLogin: true,
    })
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  })

  it('in the open are taken in once, in a folder that holds nothing else', async () => {
    const folder = createTestFolder()
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(chosen))
    expect((await fileIn(folder).load()).settings.branchName).toBe('')
    expect(await fileIn(folder, { isNew: true }).load()).toEqual({ ...read, settings: chosen })
    expect(readFileSync(join(folder, 'settings.json'), 'utf8')).not.toContain('example')
    expect(await fileIn(folder).load()).toEqual({ ...read, settings: chosen })
  })

  it('replace an invalid value with the default and keep the others', async () => {
    const settings = await loadText(JSON.stringify({ ...chosen, theme: 'pink', lockAfterMinutes: -1 }))
    expect(settings).toEqual({
      ...chosen,
      theme: defaultSettings.theme,
      lockAfterMinutes: defaultSettings.lockAfterMinutes,
    })
  })

  it.each(['http://live.example.test', 'https://someone:secret@live.example.test', 'nonsense', 7])(
    'take no base URL that we would not send a key to: %s',
    async (live) => {
      const settings = await loadText(JSON.stringify({ ...chosen, liveBaseUrl: live }))
      expect(settings).toMatchObject({ sandboxBaseUrl: chosen.sandboxBaseUrl, liveBaseUrl: '' })
    },
  )

  it.each([
    ['https://updates.example.test/desk/', 'https://updates.example.test/desk'],
    ['http://updates.example.test', null],
    ['https://someone:secret@updates.example.test', null],
    [7, null],
    [null, null],
  ])('take updates from %s as from %s', async (updateFeed, kept) => {
    expect((await loadText(JSON.stringify({ ...chosen, updateFeed }))).updateFeed).toBe(kept)
  })

  it('are not known while the data key cannot be opened, and cannot be saved', async () => {
    const folder = createTestFolder()
    await save(fileIn(folder), chosen)
    const waiting = fileIn(folder, { key: null, holdsWork: true })
    expect(await waiting.load()).toEqual({
      settings: { ...defaultSettings, theme: 'dark', startAtLogin: true },
      isRead: false,
      lost: null,
    })
    expect(await save(waiting, defaultSettings)).toBe('locked')
    expect((await fileIn(folder).load()).settings).toEqual(chosen)
  })

  it('that the disk refuses now are not known, and stay as they are', async () => {
    const folder = createTestFolder()
    await save(fileIn(folder), chosen)
    const names = readdirSync(folder)
    const isRefused = (path: string): boolean => path === join(folder, 'settings.sealed')
    const refused = refuseFiles(promises, 'readFile', 'EIO', isRefused)
    expect(await fileIn(folder, { holdsWork: true }).load()).toMatchObject({ isRead: false, lost: null })
    refused.end()
    expect(readdirSync(folder)).toEqual(names)
    expect(await fileIn(folder).load()).toEqual({ settings: chosen, isRead: true, lost: null })
  })

  it('that stay refused are lost, and set aside', async () => {
    const folder = createTestFolder()
    await save(fileIn(folder), chosen)
    refuseFiles(promises, 'readFile', 'EIO', (path) => path === join(folder, 'settings.sealed'))
    const file = fileIn(folder, { holdsWork: true })
    for (let times = 1; times < 8; times += 1) expect(await file.load()).toMatchObject({ isRead: false })
    expect(await file.load()).toMatchObject({
      isRead: true,
      lost: { keptAs: 'settings.sealed.unreadable-1' },
    })
  })

  it('report a disk that refuses', async () => {
    const folder = join(createTestFolder(), 'file')
    writeFileSync(folder, '')
    expect(await save(fileIn(folder), chosen)).toBe('storage-unavailable')
  })
})
