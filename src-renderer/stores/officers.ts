import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { OfficerRole } from '#shared/domain/officer.ts'
import type { Failure } from '#shared/failure.ts'
import type { OfficerAnswer, OfficerFailure } from '#shared/contract/officers.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { useAppStatus } from './app-status.ts'
import { askMain } from '#renderer/data/ask-main.ts'

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

  /** Someone signs in: true until the screen that they left is open again, or the secret was wrong. */
  const isReturning = shallowRef(false)

  async function answered(
    asked: Promise<Result<OfficerAnswer, Failure>>,
  ): Promise<Result<null, OfficerProblem>> {
    const answer = await asked
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
    isReturning,
    signIn: (id: string, secret: string, next: string) =>
      answered(askMain('officers:sign-in', { id, secret, ...(next === '' ? {} : { next }) })),
    add: (name: string, role: OfficerRole, secret: string) =>
      answered(askMain('officers:add', { name, role, secret })),
    changeSecret: (present: string, next: string) =>
      answered(askMain('officers:change-secret', { present, next })),
    resetSecret: (id: string, next: string) => answered(askMain('officers:reset-secret', { id, next })),
    setRole: (id: string, role: OfficerRole) => answered(askMain('officers:set-role', { id, role })),
    remove: (id: string) => answered(askMain('officers:remove', { id })),
    recover: (key: string, name: string, secret: string) =>
      answered(askMain('officers:recover', { key, name, secret })),
  }
})
