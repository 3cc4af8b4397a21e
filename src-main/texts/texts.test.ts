import { describe, expect, it } from 'vitest'
import { say } from './texts.ts'

describe('the texts of main', () => {
  it('choose their form by the number, and share the labels of commands with the page', () => {
    expect(say('waits', { n: 0 })).toBe('Nothing is waiting.')
    expect(say('waits', { n: 1 })).toBe('1 item is waiting.')
    expect(say('quit-question.message', { n: 1200 })).toBe('1,200 items are not yet received.')
    expect(say('commands.label.go-home')).toBe('Today')
  })
})
