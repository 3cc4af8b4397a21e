import { afterEach, describe, expect, it } from 'vitest'
import { sourceLanguage } from '#shared/language/language.ts'
import { say, speak } from './texts.ts'

afterEach(() => speak(sourceLanguage, null))

describe('the texts of main', () => {
  it('use plural forms and numbers by the rules of the language', () => {
    expect(say('waits', { n: 0 })).toBe('Nothing is waiting.')
    expect(say('waits', { n: 1 })).toBe('1 item is waiting.')
    expect(say('quit-question.message', { n: 1200 })).toBe('1,200 items are not yet received.')
  })

  it('are those of the language, with English for missing ones', () => {
    speak('ru', { main: { waits: '{n} а | {n} б | {n} в', menu: { go: 'Иди' } }, commands: { label: {} } })
    expect([1, 2, 5, 21].map((n) => say('waits', { n }))).toEqual(['1 а', '2 б', '5 в', '21 а'])
    expect(say('menu.go')).toBe('Иди')
    expect(say('menu.edit')).toBe('Edit')
    expect(say('commands.label.go-home')).toBe('Today')
  })
})
