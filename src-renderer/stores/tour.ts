import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import { isReceived, isRejected, isSending, isWaiting, isWithdrawn } from '#shared/outbox/predicates.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { useNeedsYou } from '#renderer/stores/needs-you.ts'

/** The steps that everyone sees; `correct` comes in only where the insurer did not accept the claim. */
export const tourSteps = ['cut-off', 'capture', 'waits', 'connect', 'received'] as const
type TourStep = (typeof tourSteps)[number] | 'correct'

/** A policy that the practice server knows. */
export const tourPolicy = 'KKP/2023/GO/001032'

/** The practice tour. The current step is the first one that has not happened, judged from the entries themselves. */
export const useTour = defineStore('tour', () => {
  const app = useAppStatus()
  const outbox = useOutbox()
  const needsYou = useNeedsYou()
  const isRunning = shallowRef(false)
  /** What was there before the tour completes none of its steps. */
  const startsAfter = shallowRef({ seq: 0, at: '' })
  const skipped = shallowRef<ReadonlySet<TourStep>>(new Set())
  const wasCutOff = shallowRef(false)
  const sawItWait = shallowRef(false)

  const isOffered = computed(
    () => app.isPractice && !isRunning.value && app.status?.settings.tourSeen === false,
  )
  const claims = computed(() =>
    outbox.entries.filter(({ kind, seq }) => kind === 'claim' && seq > startsAfter.value.seq),
  )
  const notAccepted = computed(() =>
    needsYou.items.some(
      ({ since, claim }) =>
        since >= startsAfter.value.at &&
        (claim.type === 'own' ? isRejected(claim.entry.state) : claim.draft.rejection !== null),
    ),
  )
  const isOnItsWay = computed(() => claims.value.some(({ state }) => isWaiting(state) || isSending(state)))
  const received = computed(() => claims.value.find(({ state }) => isReceived(state)) ?? null)
  const isAllReceived = computed(() => received.value !== null)

  const happened = computed((): Readonly<Record<TourStep, boolean>> => {
    const isSubmitted = notAccepted.value || claims.value.some(({ state }) => !isWithdrawn(state))
    return {
      'cut-off': wasCutOff.value || isSubmitted,
      capture: isSubmitted,
      // With the connection there, it goes before anyone can see it wait.
      waits: sawItWait.value || (isSubmitted && !(isOnItsWay.value && app.isPracticeCutOff)),
      connect: isSubmitted && !app.isPracticeCutOff,
      correct: !notAccepted.value || isAllReceived.value,
      received: isAllReceived.value,
    }
  })
  const step = computed((): TourStep | null => {
    if (!isRunning.value || !app.isPractice) return null
    const order = [...tourSteps.slice(0, -1), 'correct', 'received'] as const
    return order.find((name) => !happened.value[name] && !skipped.value.has(name)) ?? null
  })
  /** Nothing is left to do, which is said until the next screen. */
  const isFinished = computed(() => isRunning.value && app.isPractice && step.value === null)

  watch(
    () => app.isPracticeCutOff,
    (isCutOff) => {
      if (isCutOff) wasCutOff.value = true
    },
    { flush: 'sync' },
  )
  watch(isFinished, (is) => {
    if (is) void remember()
  })

  function start(): void {
    const seq = Math.max(0, ...outbox.entries.map((entry) => entry.seq))
    startsAfter.value = { seq, at: new Date().toISOString() }
    skipped.value = new Set()
    wasCutOff.value = app.isPracticeCutOff
    sawItWait.value = false
    isRunning.value = true
  }
  /** Notes that the officer looks at the claims. */
  function look(): void {
    if (isOnItsWay.value) sawItWait.value = true
  }
  /** Leaves out the current step; the tour ends after the last. */
  async function skip(): Promise<void> {
    if (step.value !== null) skipped.value = new Set([...skipped.value, step.value])
    if (step.value === null && !isAllReceived.value) await end()
  }
  /** Ends or declines the tour, which is then not offered again. */
  async function end(): Promise<void> {
    isRunning.value = false
    await remember()
  }
  async function remember(): Promise<void> {
    if (app.status?.settings.tourSeen === false) await askMain('settings:change', { tourSeen: true })
  }
  return { step, isFinished, isOffered, isOnItsWay, received, start, look, skip, end }
})
