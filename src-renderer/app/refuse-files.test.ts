import { beforeAll, describe, expect, it } from 'vitest'
import { refuseFiles } from './refuse-files.ts'

/** Drags an item with these types over a field of the page. */
function drag(
  name: string,
  types: readonly string[],
  into: HTMLElement = document.body,
): { isRefused: boolean; effect: string; reached: boolean } {
  const field = document.createElement('input')
  into.append(field)
  const seen: Event[] = []
  field.addEventListener(name, (event) => seen.push(event))
  const dataTransfer = { types, dropEffect: 'copy' }
  const event = Object.assign(new Event(name, { bubbles: true, cancelable: true }), { dataTransfer })
  field.dispatchEvent(event)
  field.remove()
  return { isRefused: event.defaultPrevented, effect: dataTransfer.dropEffect, reached: seen.length > 0 }
}

const refused = { isRefused: true, effect: 'none', reached: false }
const left = { isRefused: false, effect: 'copy', reached: true }

describe.each(['dragenter', 'dragover', 'drop'])('on %s', (name) => {
  beforeAll(() => refuseFiles(window))

  it('a file is refused', () => {
    expect(drag(name, ['text/uri-list', 'Files'])).toEqual(refused)
  })

  it('a file is left to elements that take files, and to no other', () => {
    const form = document.createElement('form')
    form.dataset['takesFiles'] = ''
    document.body.append(form)
    expect(drag(name, ['Files'], form)).toEqual(left)
    form.remove()
  })

  it('text is left to the field under it', () => {
    expect(drag(name, ['text/plain'])).toEqual(left)
  })
})
