import { onScopeDispose, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { DayReport } from '#shared/close-of-day.ts'
import type { Failure } from '#shared/failure.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { useToCorrect } from '#renderer/stores/to-correct.ts'

/** Many entries may change within a second: the day is counted again at most this often. */
const recountMs = 1000

/** The sums of a day, counted again whenever an entry changes. Null while another day is being counted. */
export function useDayReport(day: Readonly<Ref<string>>): {
  readonly report: Readonly<ShallowRef<DayReport | null>>
  readonly failure: Readonly<ShallowRef<Failure | null>>
  readonly read: () => Promise<void>
} {
  const outbox = useOutbox()
  const toCorrect = useToCorrect()
  const report = shallowRef<DayReport | null>(null)
  const failure = shallowRef<Failure | null>(null)
  let timer: ReturnType<typeof setTimeout> | null = null
  let turn = 0

  async function read(): Promise<void> {
    turn += 1
    const mine = turn
    const result = await askMain('day:report', { day: day.value })
    if (mine !== turn) return
    failure.value = result.ok ? null : result.error
    report.value = result.ok ? result.value : null
  }

  watch(
    day,
    () => {
      report.value = null
      void read()
    },
    { immediate: true },
  )
  watch(
    // A draft of what was turned down keeps the day open, too.
    [() => outbox.entries, () => toCorrect.count],
    () => {
      timer ??= setTimeout(() => {
        timer = null
        void read()
      }, recountMs)
    },
  )
  onScopeDispose(() => {
    turn += 1
    if (timer !== null) clearTimeout(timer)
  })
  return { report, failure, read }
}
