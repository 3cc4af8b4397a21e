import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { ClaimContent } from '#shared/domain/claim.ts'
import { repositoriesState } from '#renderer/data/repositories/current.ts'
import { askMain } from '#renderer/data/ask-main.ts'

/** The submitted content of the outbox's claims; the list itself has only policy and amount. */
export const useClaimBodies = defineStore('claim-bodies', () => {
  const bodies = shallowRef<ReadonlyMap<string, ClaimContent>>(new Map())
  let asked = new Set<string>()

  function forget(): void {
    bodies.value = new Map()
    asked = new Set()
  }
  // Synchronous, since a screen of the next environment may ask in the same tick.
  watch(repositoriesState, forget, { flush: 'sync' })

  /** Asks main for those not loaded yet. Submitted content never changes, so each is requested once. */
  async function need(ids: readonly string[]): Promise<void> {
    const mine = asked
    const waiting = ids.filter((id) => !mine.has(id))
    for (const id of waiting) mine.add(id)
    const found = new Map<string, ClaimContent>()
    for (const id of waiting) {
      const entry = await askMain('outbox:entry', { id })
      if (!entry.ok) mine.delete(id)
      else if (entry.value.body.kind === 'claim') found.set(id, entry.value.body.claim)
    }
    if (mine === asked && found.size > 0) bodies.value = new Map([...bodies.value, ...found])
  }

  return { bodies, need, forget }
})
