/** Whether this computer is a Mac, whose shortcuts use ⌘ instead of Ctrl. */
export const isMac = navigator.userAgent.includes('Mac')

/** The keys of a shortcut as shown on this platform: `['Ctrl', 'Shift', 'K']`, on a Mac `['⇧', '⌘', 'K']`. */
export function shownKeys(shortcut: string, mac: boolean = isMac): string[] {
  const { key, mod, shift, alt } = partsOf(shortcut)
  const shown = key === 'ArrowUp' ? '↑' : key === 'ArrowDown' ? '↓' : key
  return mac
    ? [...(alt ? ['Option'] : []), ...(shift ? ['⇧'] : []), ...(mod ? ['⌘'] : []), shown]
    : [...(mod ? ['Ctrl'] : []), ...(alt ? ['Alt'] : []), ...(shift ? ['Shift'] : []), shown]
}

/** The shortcut as one word, for a sentence: `Ctrl+K`, `⌘K`. */
export function keysInWords(shortcut: string, mac: boolean = isMac): string {
  return shownKeys(shortcut, mac).join(mac ? '' : '+')
}

/** The shortcut in the format of `aria-keyshortcuts`: `Control+K`, `Meta+K`. */
export function ariaKeys(shortcut: string, mac: boolean = isMac): string {
  return shortcut.replace('CmdOrCtrl', mac ? 'Meta' : 'Control')
}

/** Whether the event matches the shortcut, on any keyboard layout. */
export function isPressed(shortcut: string, event: KeyboardEvent, mac: boolean = isMac): boolean {
  const { key, mod, shift, alt } = partsOf(shortcut)
  const held = mac ? event.metaKey : event.ctrlKey
  const otherHeld = mac ? event.ctrlKey : event.metaKey
  // AltGr types a character on many keyboards, and is reported as Ctrl+Alt.
  if (held !== mod || otherHeld || event.altKey !== alt) return false
  if (/^\d$/.test(key)) return !event.shiftKey && event.code === `Digit${key}`
  // Signs are on different keys in other layouts, some with Shift, so compare the character.
  if (!/^[A-Z]$|^F\d+$/.test(key)) return event.key === key
  if (event.shiftKey !== shift) return false
  return event.key.toUpperCase() === key || (!/^[a-z]$/i.test(event.key) && event.code === `Key${key}`)
}

interface Parts {
  readonly key: string
  readonly mod: boolean
  readonly shift: boolean
  readonly alt: boolean
}

function partsOf(shortcut: string): Parts {
  const parts = shortcut.split('+')
  const has = (name: string): boolean => parts.includes(name)
  return { key: parts.at(-1) ?? '', mod: has('CmdOrCtrl'), shift: has('Shift'), alt: has('Alt') }
}
