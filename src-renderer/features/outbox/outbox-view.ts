import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import { useOfficers } from '#renderer/stores/officers.ts'

/**
 * What is searched for in the outbox, kept while its officer is elsewhere. It is not in the address, which the browser
 * writes to the disk.
 */
export const useOutboxView = defineStore('outbox-view', () => {
  const text = shallowRef('')
  const officers = useOfficers()
  watch(
    () => officers.current?.id,
    () => (text.value = ''),
  )
  return { text }
})
