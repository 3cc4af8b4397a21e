import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'

/** Often enough for ages shown in minutes. */
const everyMs = 20_000

/** The current time, for ages on the screen. */
export function useNow(): Readonly<ShallowRef<Date>> {
  const now = shallowRef(new Date())
  const timer = setInterval(() => (now.value = new Date()), everyMs)
  onScopeDispose(() => clearInterval(timer))
  return now
}
