import { shallowRef, type ShallowRef } from 'vue'

/** Marks an element as a drop target for files; the page refuses files everywhere else. */
export const takesFiles = { 'data-takes-files': '' } as const

/** Handles files dropped on an element. Dragged text can still be dropped into fields. */
export function useFileDrop(onFiles: (files: readonly File[]) => void): {
  readonly isOver: Readonly<ShallowRef<boolean>>
  readonly listeners: Readonly<
    Record<'dragenter' | 'dragover' | 'dragleave' | 'drop', (event: DragEvent) => void>
  >
} {
  const isOver = shallowRef(false)
  const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true
  function over(event: DragEvent): void {
    if (!hasFiles(event) || event.dataTransfer === null) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    isOver.value = true
  }
  return {
    isOver,
    listeners: {
      dragenter: over,
      dragover: over,
      dragleave(event) {
        const to = event.relatedTarget
        const isInside =
          to instanceof Node && event.currentTarget instanceof Node && event.currentTarget.contains(to)
        if (!isInside) isOver.value = false
      },
      drop(event) {
        isOver.value = false
        if (!hasFiles(event)) return
        event.preventDefault()
        onFiles([...(event.dataTransfer?.files ?? [])])
      },
    },
  }
}
