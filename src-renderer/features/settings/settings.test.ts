import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AppStatus } from '#shared/contract/app-status.ts'
import { unmanaged } from '#shared/managed-settings.ts'
import { ok } from '#shared/result.ts'
import { defaultSettings, type Settings } from '#shared/settings.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { undoOffer } from '#renderer/ui/undo.ts'
import { aStatus, FakeMain, signedIn } from '#testing/page/fake-main.ts'
import type { RowName } from '#shared/setting-rows.ts'
import { findSettings } from '#renderer/forms/settings-search.ts'
import SettingRow from './SettingRow.vue'

let settings: Settings
let main: FakeMain

function openWith(status: Partial<AppStatus> = {}): void {
  settings = defaultSettings
  main = new FakeMain({
    'app:status': () => ok(aStatus({ ...status, settings })),
    'settings:change': (patch) => {
      settings = { ...settings, ...patch } as Settings
      main.announce('app:status-changed', { settings })
      return ok(null)
    },
  })
  const app = useAppStatus()
  app.status = aStatus({ ...status, settings })
  void app.start()
}

beforeEach(() => {
  openWith()
})

const rowOf = (name: RowName): VueWrapper => mount(SettingRow, { props: { name } })

async function type(row: VueWrapper, typed: string, event: 'blur' | 'Enter' | 'Escape'): Promise<void> {
  const input = row.get('input')
  await input.setValue(typed)
  await (event === 'blur' ? input.trigger('blur') : input.trigger('keydown', { key: event }))
  await flushPromises()
}

describe('a setting', () => {
  it('is restored by Escape, and not saved where nothing was changed', async () => {
    const row = rowOf('lockAfterMinutes')
    await type(row, '2', 'Escape')
    await type(row, '10', 'blur')
    expect(row.get('input').element.value).toBe('10')
    expect(main.asked.map(({ channel }) => channel)).toEqual(['app:status'])
  })

  it.each<[RowName, string, string]>([
    ['keepReceivedDays', '9999', 'Enter a whole number from 0 to 3,650.'],
    ['branchName', 'x'.repeat(201), 'Enter at most 200 characters'],
  ])('%s that cannot be what was typed says so, and is not saved', async (name, typed, words) => {
    const row = rowOf(name)
    await type(row, typed, 'blur')
    expect(row.text()).toContain(words)
    expect(settings).toEqual(defaultSettings)
  })

  it('that main refuses shows why, and the value that is set', async () => {
    main.fail('settings:change', { type: 'disk-full' })
    const row = rowOf('branchName')
    await type(row, 'Made-up branch', 'blur')
    expect(row.text()).toContain('The disk is full')
    expect(row.get('input').element.value).toBe('')
    const chosen = rowOf('saveData')
    await chosen.get('[role=switch]').trigger('click')
    await flushPromises()
    expect(chosen.get('[role=switch]').attributes('aria-checked')).toBe('false')
    expect(chosen.text()).toContain('The disk is full')
  })

  it('that is typed when the screen goes away is saved if it can be', async () => {
    const row = rowOf('branchName')
    await row.get('input').setValue('Made-up branch')
    row.unmount()
    await flushPromises()
    expect(settings.branchName).toBe('Made-up branch')
  })

  it('keeps what is typed while it is saved', async () => {
    const row = rowOf('branchName')
    const held = main.hold('settings:change')
    await type(row, 'Made-up', 'Enter')
    await row.get('input').setValue('Made-up branch')
    held.release()
    await flushPromises()
    expect(row.get('input').element.value).toBe('Made-up branch')
  })

  it('is changed back by Undo, and what cannot be undone is said', async () => {
    await type(rowOf('keepReceivedDays'), '30', 'blur')
    expect(settings.keepReceivedDays).toBe(30)
    expect(await undoOffer.value?.undo()).toEqual({ ok: true })
    expect(settings.keepReceivedDays).toBe(365)
    await rowOf('saveData').get('[role=switch]').trigger('click')
    await flushPromises()
    main.fail('settings:change', { type: 'disk-full' })
    expect(await undoOffer.value?.undo()).toEqual({ ok: false })
    expect(settings.saveData).toBe(true)
  })

  it('may be emptied where nothing is a value', async () => {
    const row = rowOf('updateFeed')
    await type(row, 'https://updates.example.test', 'blur')
    expect(settings.updateFeed).toBe('https://updates.example.test')
    await type(row, '', 'blur')
    expect(settings.updateFeed).toBeNull()
  })

  it.each<RowName>(['branchName', 'sharedOutbox', 'notifications', 'notNeededLink'])(
    '%s, set by the organisation, is shown and cannot be changed',
    (name) => {
      openWith({ managed: { ...unmanaged, source: 'file', fields: [name as 'branchName'] } })
      const row = rowOf(name)
      expect(row.text()).toContain('Set by your organisation')
      expect(row.find('input[readonly], button:disabled').exists()).toBe(true)
    },
  )
})

describe('the search over settings', () => {
  const titles = (text: string): string[] => findSettings(text).map(({ name }) => name)

  it.each([
    ['dark', 'theme'],
    ['address on paper', 'branchName'],
    ['wifi', 'environment'],
    ['merchant key', 'key'],
    ['my key', 'key'],
    ['zoom', 'largerText'],
    ['text size', 'largerText'],
    ['font', 'largerText'],
  ])('finds by “%s” %s', (text, name) => {
    openWith({ environment: 'live' })
    expect(titles(text)).toContain(name)
  })

  it('finds where the key will be in practice, which needs none', () => {
    expect(titles('my key')).toEqual(['environment'])
  })

  it('finds nothing for nothing, nor what fits no setting', () => {
    expect(titles(' ')).toEqual([])
    expect(titles('dark elephants')).toEqual([])
  })

  it('offers an officer what an officer may change', () => {
    openWith({ officers: signedIn('officer') })
    expect(titles('dark')).toEqual(['theme'])
    expect(titles('printer')).toEqual([])
    expect(titles('lock')).toEqual(['officers'])
  })
})
