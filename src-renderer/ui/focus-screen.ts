/** Whether no element has the focus, because the one that had it is gone. */
export function isFocusLost(): boolean {
  const focused = document.activeElement
  return focused === null || focused === document.body || !focused.isConnected
}

/** Puts a focus that was lost with its element on the row of the list that had it last, or else on the heading. */
export function focusScreenIfLost(): void {
  if (!isFocusLost()) return
  const row = document.querySelector<HTMLElement>('[role=row][tabindex="0"]')
  const place = row ?? document.querySelector<HTMLElement>('[data-screen-heading]')
  place?.focus({ preventScroll: true })
}

/** Whether a dialog is open, which keys are meant for. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null
}
