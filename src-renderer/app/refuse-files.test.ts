import { beforeAll, describe, expect, it } from 'vitest'
import { refuseFiles } from './refuse-files.ts'

/** Drags an item with these types over a field of the page. */
function drag(
  name: string,
  types: readonly string[],
  into: HTMLElement = document.body,
): { event: Event; effect: string; reached: boolean } {
  const field = document.createElement('input')
  into.append(field)
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

  it('a file is refused', () => {
    const { event, effect, reached } = drag(name, ['text/uri-list', 'Files'])
    expect(event.defaultPrevented).toBe(true)
    expect(effect).toBe('none')
    expect(reached).toBe(false)
  })

  it('a file is left to elements that take files, and to no other', () => {
    const form = document.createElement('form')
    form.dataset['takesFiles'] = ''
    document.body.append(form)
    const { event, effect, reached } = drag(name, ['Files'], form)
    form.remove()
    expect(event.defaultPrevented).toBe(false)
    expect(effect).toBe('copy')
    expect(reached).toBe(true)
  })

  it('text is left to the field under it', () => {
    const { event, effect, reached } = drag(name, ['text/plain'])
    expect(event.defaultPrevented).toBe(false)
    expect(effect).toBe('copy')
    expect(reached).toBe(true)
  })
})
