import { useRouter } from 'vue-router'
import { askMain } from '#renderer/data/ask-main.ts'
import { leaveDrafts } from '#renderer/data/draft-saver.ts'

/** @returns a function that saves everything that is open, remembers the place to return to, and locks. */
export function useLeaving(): () => Promise<void> {
  const router = useRouter()
  return async () => {
    // A note or a setting is saved as its field is left, which a shortcut and the lock by time do not do.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const openDraft = await leaveDrafts()
    const { name, fullPath } = router.currentRoute.value
    // A new claim that was begun has a draft by now, so the officer returns to that.
    await askMain('officers:leave', {
      place: name === 'new-claim' && openDraft !== null ? `/claims/${openDraft}` : fullPath,
    })
  }
}
