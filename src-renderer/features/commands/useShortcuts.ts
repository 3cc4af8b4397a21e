import { onScopeDispose } from 'vue'
import { commands } from '#shared/commands.ts'
import { useCommandLayer } from './command-layer.ts'
import { isPressed } from './shortcut-keys.ts'
import type { useCommands } from './useCommands.ts'

/** Runs commands on their shortcuts and from the application's menu, wherever the focus is. */
export function useShortcuts({ run }: Pick<ReturnType<typeof useCommands>, 'run'>): void {
  const layer = useCommandLayer()

  function pressed(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || event.repeat) return
    const command = commands.find(({ shortcut }) => shortcut !== null && isPressed(shortcut, event))
    if (command === undefined) return
    // Chromium or the menu must not handle these keys as well.
    event.preventDefault()
    ask(command.id)
  }

  function ask(id: Parameters<typeof run>[0]): void {
    // An open dialog comes first; only the palette and the shortcut sheet replace each other.
    if (layer.shown === null && isDialogOpen()) return
    const wasShown = layer.shown
    layer.shown = null
    // The same shortcut closes what it opened.
    if (id !== wasShown) void run(id)
  }

  /** What is pressed until the palette has the focus is meant for its box, not for the screen behind it. */
  function early(event: KeyboardEvent): void {
    if (layer.shown !== 'palette' || event.ctrlKey || event.metaKey || event.altKey) return
    const { target, key } = event
    if (target instanceof Element && target.closest('[role=dialog]') !== null) return
    event.preventDefault()
    event.stopPropagation()
    if (key === 'Escape') {
      layer.shown = null
      layer.asked = ''
    } else if (key === 'Backspace') layer.asked = layer.asked.slice(0, -1)
    else if (key.length === 1) layer.asked += key
  }

  window.addEventListener('keydown', early, { capture: true })
  onScopeDispose(() => window.removeEventListener('keydown', early, { capture: true }))
  window.addEventListener('keydown', pressed)
  onScopeDispose(() => window.removeEventListener('keydown', pressed))
  onScopeDispose(window.bridge.on('command', ({ id }) => ask(id)))
}

const isDialogOpen = (): boolean => document.querySelector('[role=dialog], [role=alertdialog]') !== null
