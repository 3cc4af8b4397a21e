/**
 * Refuses files dropped on the page, and shows that with the pointer; otherwise Chromium would open the file in place
 * of the page. Elements marked `data-takes-files` handle files themselves. Text can still be dragged into fields.
 */
export function refuseFiles(page: Pick<Window, 'addEventListener'>): void {
  for (const type of ['dragenter', 'dragover', 'drop'] as const) {
    page.addEventListener(type, refuseFile, { capture: true })
  }
}

function refuseFile(event: DragEvent): void {
  const { dataTransfer } = event
  if (dataTransfer?.types.includes('Files') !== true) return
  if (event.target instanceof Element && event.target.closest('[data-takes-files]') !== null) return
  event.preventDefault()
  event.stopPropagation()
  dataTransfer.dropEffect = 'none'
}
