import { useRouter } from 'vue-router'
import { openedRepositories } from '#renderer/data/repositories/current.ts'
import { askMain } from '#renderer/data/ask-main.ts'

/** @returns what saves everything that is open, remembers where to come back to, and locks the desk. */
export function useLeaving(): () => Promise<void> {
  const router = useRouter()
  return async () => {
    const repositories = openedRepositories()
    await repositories?.drafts.flush()
    // Taken, not only read: whoever comes back to it finds their own form, nothing that was recovered.
    const openDraft = (await repositories?.openDraft.take()) ?? null
    const { name, fullPath } = router.currentRoute.value
    // A new claim that was begun has a draft by now: that is where it goes on.
    await askMain('officers:leave', {
      place: name === 'new-claim' && openDraft !== null ? `/drafts/${openDraft}` : fullPath,
    })
  }
}
