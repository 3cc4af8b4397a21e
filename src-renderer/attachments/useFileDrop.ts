import { shallowRef } from 'vue'
import { fieldOf } from './attachment-words.ts'
import type { FilePlace } from './useAddedFiles.ts'

/** Marks an element as a drop target for files; the page refuses files everywhere else. */
export const takesFiles = { 'data-takes-files': '' } as const

/** What a kept file is dragged as, by its id. */
const keptFile = 'application/x-kept-file'

/** Begins to drag a kept file to another slot. */
export function dragKept(event: DragEvent, id: string): void {
  event.dataTransfer?.setData(keptFile, id)
}

/** The slot that an event happened in, by the `data-slot` around it: '' is that of further files. */
export function dropPlaceOf({ target }: Event): FilePlace {
  const slot =
    target instanceof Element ? target.closest<HTMLElement>('[data-slot]')?.dataset['slot'] : undefined
  return slot === undefined ? 'guessed' : fieldOf(slot)
}

/** What is done with what is dropped. */
interface Drops {
  readonly onFiles: (files: readonly File[], place: FilePlace) => void
  readonly onKept: (id: string, place: FilePlace) => void
}

/** Handles files dropped on an element, and kept files dragged in it. Dragged text can still be dropped into fields. */
export function useFileDrop({ onFiles, onKept }: Drops) {
  /** What is being dragged over; undefined while nothing is. */
  const over = shallowRef<FilePlace | undefined>()
  const has = ({ dataTransfer }: DragEvent, type: string): boolean =>
    dataTransfer?.types.includes(type) === true
  function drag(event: DragEvent): void {
    const isFile = has(event, 'Files')
    if ((!isFile && !has(event, keptFile)) || event.dataTransfer === null) return
    event.preventDefault()
    event.dataTransfer.dropEffect = isFile ? 'copy' : 'move'
    over.value = dropPlaceOf(event)
  }
  return {
    over,
    listeners: {
      dragenter: drag,
      dragover: drag,
      dragleave(event: DragEvent) {
        const to = event.relatedTarget
        const isInside =
          to instanceof Node && event.currentTarget instanceof Node && event.currentTarget.contains(to)
        if (!isInside) over.value = undefined
      },
      drop(event: DragEvent) {
        over.value = undefined
        const isFile = has(event, 'Files')
        if (!isFile && !has(event, keptFile)) return
        event.preventDefault()
        const place = dropPlaceOf(event)
        if (isFile) onFiles([...(event.dataTransfer?.files ?? [])], place)
        else onKept(event.dataTransfer?.getData(keptFile) ?? '', place)
      },
    },
  }
}
