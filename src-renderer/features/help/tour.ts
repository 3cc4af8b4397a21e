import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { isReceived } from '#shared/outbox/predicates.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'

export const tourSteps = ['cut-off', 'capture', 'waits', 'connect', 'received'] as const

/** A policy that the practice server knows. */
export const tourPolicy = 'KKP/2023/GO/001032'

/** The practice tour: the current step, and whether the officer has completed it. */
export const useTour = defineStore('tour', () => {
  const app = useAppStatus()
  const outbox = useOutbox()
  const at = shallowRef<number | null>(null)
  /** Entries submitted before the tour do not complete its steps. */
  const startsAfter = shallowRef(0)

  const step = computed(() => (at.value === null || !app.isPractice ? null : (tourSteps[at.value] ?? null)))
  const isOffered = computed(
    () => app.isPractice && at.value === null && app.status?.settings.tourSeen === false,
  )
  const submitted = computed(() => outbox.entries.filter(({ seq }) => seq > startsAfter.value))
  const isDone = computed(() => {
    switch (step.value) {
      case 'cut-off':
        return app.isPracticeCutOff
      case 'capture':
        return submitted.value.length > 0
      case 'connect':
        return !app.isPracticeCutOff && submitted.value.length > 0
      case 'received':
        return submitted.value.some(({ state }) => isReceived(state))
      case 'waits':
      case null:
        return false
    }
  })

  function start(): void {
    startsAfter.value = Math.max(0, ...outbox.entries.map(({ seq }) => seq))
    at.value = 0
  }
  /** Moves by one step; the tour ends after the last. */
  async function move(by: 1 | -1): Promise<void> {
    const next = Math.max(0, (at.value ?? 0) + by)
    if (next < tourSteps.length) at.value = next
    else await end()
  }
  /** Ends or declines the tour, which is then not offered again. */
  async function end(): Promise<void> {
    at.value = null
    if (app.status?.settings.tourSeen === false) await app.changeSettings({ tourSeen: true })
  }
  return { at, step, isOffered, isDone, start, move, end }
})
