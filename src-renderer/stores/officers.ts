import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { Failure } from '#shared/failure.ts'
import type { OfficerAnswer, OfficerFailure } from '#shared/contract/officers.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { useAppStatus } from './app-status.ts'

/** Why an action on officers failed: for a reason of its own, or as any other request fails. */
export type OfficerProblem = OfficerFailure | Failure

/** Who is signed in, and what a manager may change about officers. */
export const useOfficers = defineStore('officers', () => {
  const app = useAppStatus()
  const status = computed(() => app.status?.officers ?? { type: 'off' as const })
  /** The officer who is signed in; null without officers. */
  const current = computed(() => (status.value.type === 'signed-in' ? status.value.officer : null))
  const all = computed(() => ('officers' in status.value ? status.value.officers : []))
  /** Whether settings of the whole office may be changed now. */
  const isManager = computed(() => current.value === null || current.value.role === 'manager')

  /** Who was signed in before it was locked, since the start. */
  const last = computed(() => (status.value.type === 'locked' ? status.value.last : null))

  /** Takes main's answer to an action on officers, and says what became of it. */
  async function outcome(
    asked: Promise<Result<OfficerAnswer, Failure>>,
  ): Promise<Result<null, OfficerProblem>> {
    const answer = await asked
    // Whoever is signed in changed, so another document is on its way: this one has nothing more to say.
    if (!answer.ok && answer.error.type === 'signed-out') return await new Promise(() => undefined)
    if (!answer.ok) return answer
    if (answer.value.type === 'refused') return err(answer.value.why)
    app.takeOfficers(answer.value.officers)
    return ok(null)
  }

  return {
    status,
    current,
    all,
    isManager,
    last,
    outcome,
  }
})
