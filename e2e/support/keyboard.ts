import { expect } from '@playwright/test'
import type { Locator, Page } from 'playwright-core'
import type { DroppedFile } from './dropped-files.ts'

/** What has been pressed. */
export interface Keystrokes {
  /** Tab, Enter, arrows and shortcuts: a shortcut is one, with whatever is held. */
  readonly navigation: number
  /** Letters, digits and signs of what is typed. */
  readonly typed: number
}

/** An officer without a mouse: presses keys, counts them, and sees after each one where the focus is. */
export class KeyboardOfficer {
  readonly #page: Page
  #navigation = 0
  #typed = 0

  constructor(page: Page) {
    this.#page = page
  }

  get keystrokes(): Keystrokes {
    return { navigation: this.#navigation, typed: this.#typed }
  }

  /** The keys pressed from that count on. */
  since(earlier: Keystrokes): Keystrokes {
    return { navigation: this.#navigation - earlier.navigation, typed: this.#typed - earlier.typed }
  }

  /** Presses a key, or a shortcut such as `Control+k`. */
  async press(key: string): Promise<void> {
    this.#navigation += 1
    await this.#page.keyboard.press(key)
    await this.#seesFocus(`after ${key}`)
  }

  /** Types text where the focus is. */
  async type(text: string): Promise<void> {
    this.#typed += text.length
    await this.#page.keyboard.type(text)
    await this.#seesFocus(`after typing`)
  }

  /** Chooses files for what has the focus: Enter, and in the system's dialog their names and Enter; several in quotes. */
  async choose(...files: readonly DroppedFile[]): Promise<void> {
    const chooser = this.#page.waitForEvent('filechooser')
    await this.press('Enter')
    const names = files.map(({ name }) => (files.length === 1 ? name : `"${name}"`))
    this.#typed += names.join(' ').length
    this.#navigation += 1
    await (
      await chooser
    ).setFiles(files.map(({ name, type, bytes }) => ({ name, mimeType: type, buffer: bytes })))
  }

  /** Goes on with Tab, or back, until it has the focus. What is not there yet, no officer goes to. */
  async tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await target.waitFor({ state: 'attached' })
    for (let presses = 0; presses < 60 && !(await isFocused(target)); presses += 1) await this.press(key)
    await expect(target).toBeFocused()
  }

  /** What has the focus stands out, and is not out of sight; a screen that gives way to the next may still move. */
  async #seesFocus(when: string): Promise<void> {
    await expect.poll(() => this.#page.evaluate(focusNotSeen), when).toBeNull()
  }
}

const isFocused = async (target: Locator): Promise<boolean> =>
  (await target.count()) === 1 && (await target.evaluate((element) => element === document.activeElement))

/** Runs in the page. @returns what has the focus without showing it, or null when all is well. */
function focusNotSeen(): string | null {
  const active = document.activeElement
  // Nothing has it while one screen gives way to the next; a heading or region has it from the program, for a reader.
  if (active === null || active === document.body || active.getAttribute('tabindex') === '-1') return null
  const option = document.getElementById(active.getAttribute('aria-activedescendant') ?? '')
  // A hidden radio button or checkbox is shown by its label.
  const shown = [option, active, active.closest('label')].filter((element) => element !== null)
  const stands = shown.find((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) || boxShadow.includes('inset')
  })
  const what = active.outerHTML.slice(0, 160)
  if (stands === undefined) return `has the focus and does not show it: ${what}`
  const { top, bottom, left, right } = stands.getBoundingClientRect()
  const isInView = bottom > 0 && right > 0 && top < window.innerHeight && left < window.innerWidth
  if (!isInView) return `has the focus out of sight: ${what}`
  // Its middle, or what of it is in the window: nothing that stays in place may lie over it.
  const x = (Math.max(left, 0) + Math.min(right, window.innerWidth)) / 2
  const y = (Math.max(top, 0) + Math.min(bottom, window.innerHeight)) / 2
  const hit = document.elementFromPoint(x, y)
  const isSeen =
    hit !== null &&
    (stands.contains(hit) || hit.contains(stands) || stands.parentElement === hit.parentElement)
  return isSeen ? null : `has the focus under something else: ${what}`
}
