import { useRouter } from 'vue-router'
import { openedRepositories } from '#renderer/data/repositories/current.ts'
import { askMain } from '#renderer/data/ask-main.ts'

/** @returns a function that saves everything that is open, remembers the place to return to, and locks. */
export function useLeaving(): () => Promise<void> {
  const router = useRouter()
  return async () => {
    const repositories = openedRepositories()
    await repositories?.drafts.flush()
    // Taken, not only read, so that the officer who returns finds the form as it was, not marked as recovered.
    const openDraft = (await repositories?.openDraft.take()) ?? null
    const { name, fullPath } = router.currentRoute.value
    // A new claim that was begun has a draft by now, so the officer returns to that.
    await askMain('officers:leave', {
      place: name === 'new-claim' && openDraft !== null ? `/drafts/${openDraft}` : fullPath,
    })
  }
}
