/**
 * A file dropped anywhere on the page is not taken, and the pointer says so: Chromium would show it in place of the
 * page. Only what is marked `data-takes-files` gets it, and takes care of it. Dragged text still falls into fields.
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
