import { beforeAll, describe, expect, it } from 'vitest'
import { refuseFiles } from './refuse-files.ts'

/** Drags what carries these types over a field of the page. */
function drag(name: string, types: readonly string[]): { event: Event; effect: string; reached: boolean } {
  const field = document.createElement('input')
  document.body.append(field)
  const seen: Event[] = []
  field.addEventListener(name, (event) => seen.push(event))
  const dataTransfer = { types, dropEffect: 'copy' }
  const event = Object.assign(new Event(name, { bubbles: true, cancelable: true }), { dataTransfer })
  field.dispatchEvent(event)
  field.remove()
  return { event, effect: dataTransfer.dropEffect, reached: seen.length > 0 }
}

describe.each(['dragenter', 'dragover', 'drop'])('on %s', (name) => {
  beforeAll(() => refuseFiles(window))

  it('a file is taken by nothing', () => {
    const { event, effect, reached } = drag(name, ['text/uri-list', 'Files'])
    expect(event.defaultPrevented).toBe(true)
    expect(effect).toBe('none')
    expect(reached).toBe(false)
  })

  it('text is left to the field under it', () => {
    const { event, effect, reached } = drag(name, ['text/plain'])
    expect(event.defaultPrevented).toBe(false)
    expect(effect).toBe('copy')
    expect(reached).toBe(true)
  })
})
