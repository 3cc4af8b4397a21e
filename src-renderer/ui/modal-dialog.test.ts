import { flushPromises, mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import ModalDialog from './ModalDialog.vue'

const sources = import.meta.glob<string>('/src-renderer/**/*.vue', {
  query: '?raw',
  import: 'default',
  eager: true,
})

async function focusedIn(content: string): Promise<Element | null> {
  mount(ModalDialog, {
    props: { open: true, title: 'Made-up dialog' },
    slots: { default: content },
    attachTo: document.body,
  })
  await flushPromises()
  return document.activeElement
}

it.each([
  '<p><button>First</button><input id="wanted"></p>',
  '<input disabled><select id="wanted"></select>',
  '<button role="switch" id="wanted"></button>',
  '<input type="radio" name="one"><input type="radio" name="one" checked id="wanted">',
])('a dialog opens with the focus on its first field: %s', async (content) => {
  expect((await focusedIn(content))?.id).toBe('wanted')
})

it('a dialog without a field has the focus itself: Enter would close it at its cross', async () => {
  expect((await focusedIn('<button>Print</button>'))?.role).toBe('dialog')
})

it('every dialog is this one, asks before something, or is the palette', () => {
  const own = Object.entries(sources)
    .filter(([, source]) => /<(Alert)?DialogContent/.test(source))
    .map(([path]) => path.split('/').at(-1))
  expect(own.toSorted()).toEqual(['CommandPalette.vue', 'ConfirmDialog.vue', 'ModalDialog.vue'])
})
