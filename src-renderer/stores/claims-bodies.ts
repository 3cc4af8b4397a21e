import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { Claim } from '#shared/domain/claim.ts'
import { repositoriesState } from '#renderer/data/repositories/current.ts'
import { askMain } from '#renderer/data/ask-main.ts'

/** Questions to main on their way at a time. */
const atOnce = 8

/** What was submitted with the outbox's claims: a list tells no more than policy and amount. */
export const useClaimBodies = defineStore('claim-bodies', () => {
  const bodies = shallowRef<ReadonlyMap<string, Claim>>(new Map())
  let asked = new Set<string>()

  function forget(): void {
    bodies.value = new Map()
    asked = new Set()
  }
  // At once: a screen of the next environment may ask in the same moment.
  watch(repositoriesState, forget, { flush: 'sync' })

  /** Asks main for those that are not here yet. What was submitted never changes, so each is asked for once. */
  async function need(ids: readonly string[]): Promise<void> {
    const mine = asked
    const waiting = ids.filter((id) => !mine.has(id))
    for (const id of waiting) mine.add(id)
    const found = new Map<string, Claim>()
    const ask = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        const entry = await askMain('outbox:entry', { id })
        if (!entry.ok) mine.delete(id)
        else if (entry.value.body.kind === 'claim') found.set(id, entry.value.body.claim)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, ask))
    if (mine === asked && found.size > 0) bodies.value = new Map([...bodies.value, ...found])
  }

  return { bodies, need }
})
