import type { Router } from 'vue-router'
import type { HelpTopic } from '#renderer/features/help/topics.ts'

/** Where "how sure is this?" of an entry stands. */
export function sureLink(entryId: string): string {
  return `#/outbox/${entryId}/sure`
}

/** Where the meaning of a state stands. */
export function helpLink(topic: HelpTopic): string {
  return `#/help/${topic}`
}

/** Follows a plain link that was clicked somewhere in a list: a thousand of them need no component each. */
export function followLink(event: MouseEvent, router: Router): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const href = link?.getAttribute('href')
  if (href?.startsWith('#/') !== true) return
  event.preventDefault()
  void router.push(href.slice(1))
}
