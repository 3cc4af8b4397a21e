import { onScopeDispose } from 'vue'
import { commands } from '#shared/commands.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useCommandLayer } from './command-layer.ts'
import { isPressed } from './shortcut-keys.ts'
import type { useCommands } from './useCommands.ts'

/** Carries commands out by their keys and by the application's menu, wherever the focus is. */
export function useShortcuts({ run }: Pick<ReturnType<typeof useCommands>, 'run'>): void {
  const app = useAppStatus()
  const layer = useCommandLayer()

  function pressed(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || event.repeat) return
    const command = commands.find(({ shortcut }) => shortcut !== null && isPressed(shortcut, event))
    const isSheet = app.status?.settings.singleKeyShortcuts === true && isQuestionMark(event)
    const id = command?.id ?? (isSheet ? 'shortcuts' : null)
    if (id === null) return
    // What Chromium or the menu would do with these keys is not wanted besides.
    event.preventDefault()
    ask(id)
  }

  function ask(id: Parameters<typeof run>[0]): void {
    // A question that is open wants its answer first; the layer's own two give way to one another.
    if (layer.shown === null && isDialogOpen()) return
    const wasShown = layer.shown
    layer.shown = null
    // The same keys close what they opened.
    if (id !== wasShown) void run(id)
  }

  window.addEventListener('keydown', pressed)
  onScopeDispose(() => window.removeEventListener('keydown', pressed))
  onScopeDispose(window.desk.on('command', ({ id }) => ask(id)))
}

const isDialogOpen = (): boolean => document.querySelector('[role=dialog], [role=alertdialog]') !== null

/** `?` outside of everything that takes letters. */
function isQuestionMark(event: KeyboardEvent): boolean {
  if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return false
  const { target } = event
  return !(target instanceof HTMLElement && takesLetters(target))
}

function takesLetters(element: HTMLElement): boolean {
  return (
    element.isContentEditable || element.matches('input, textarea, select, [role=listbox], [role=combobox]')
  )
}
