import type { ClaimFieldName } from '#shared/domain/claim.ts'
import { tidyPaste } from './tidy.ts'

/** Pastes the text in the form the field needs. It counts as typing, so that Ctrl+Z undoes it. */
export function pasteTidy(name: ClaimFieldName, event: ClipboardEvent): void {
  const pasted = event.clipboardData?.getData('text/plain') ?? ''
  const tidy = tidyPaste(name, pasted)
  if (tidy === pasted || tidy === '') return
  event.preventDefault()
  // Deprecated, but nothing else preserves the field's own undo history.
  // oxlint-disable-next-line typescript/no-deprecated
  document.execCommand('insertText', false, tidy)
}
