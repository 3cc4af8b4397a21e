import { afterEach, describe, expect, it } from 'vitest'
import { pseudoLanguage, sourceLanguage } from '#shared/language/language.ts'
import { pseudoTexts } from '#shared/language/pseudo.ts'
import { menuTemplate } from './menu-content.ts'
import { mainCatalogue, say, speak } from './texts.ts'
import { trayMenu, trayTooltip } from './tray-content.ts'

afterEach(() => speak(sourceLanguage, null))

describe('the texts of main', () => {
  it('have their form and number by the rules of the language', () => {
    expect(say('waits', { n: 0 })).toBe('Nothing is waiting to be sent.')
    expect(say('waits', { n: 1 })).toBe('1 item waits to be sent.')
    expect(say('quit-question.message', { n: 1200 })).toBe(
      '1,200 items have not been received by the insurer yet.',
    )
  })

  it('are those of the language, and English where it has none', () => {
    speak('ru', { main: { waits: '{n} а | {n} б | {n} в', menu: { go: 'Иди' } }, commands: { label: {} } })
    expect([1, 2, 5, 21].map((n) => say('waits', { n }))).toEqual(['1 а', '2 б', '5 в', '21 а'])
    expect(say('menu.go')).toBe('Иди')
    expect(say('menu.edit')).toBe('Edit')
    expect(say('commands.label.go-home')).toBe('Today')
  })

  it('are all out of the catalogue, in the tray and in the menu', () => {
    speak(pseudoLanguage, pseudoTexts(mainCatalogue))
    const nothing = (): void => undefined
    const actions = {
      onOpen: nothing,
      onNewClaim: nothing,
      onOutbox: nothing,
      onPause: nothing,
      onQuit: nothing,
    }
    const state = { waiting: 2, needsOfficer: 1, paused: true, environment: 'sandbox' as const }
    const top = menuTemplate({ isPackaged: true, onCommand: nothing })
    const items = top.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
    const labels = [...trayMenu(state, actions), ...top, ...items]
      .filter(({ type }) => type !== 'separator')
      .map(({ label }) => label ?? '')
    expect(labels.length).toBeGreaterThan(20)
    expect(labels.filter((label) => !/^⟦.*⟧$/.test(label))).toEqual([])
    const [name, ...rest] = trayTooltip(state).split('\n')
    expect(name).toBe('Claims Desk')
    expect(rest.filter((line) => !/^⟦.*⟧$/.test(line))).toEqual([])
  })
})
