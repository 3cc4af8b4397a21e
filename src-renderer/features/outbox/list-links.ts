import type { Router } from 'vue-router'
import type { HelpTopic } from '#renderer/features/help/topics.ts'

/** The route of an entry's "Delivery status". */
export function sureLink(entryId: string): string {
  return `#/outbox/${entryId}/sure`
}

/** The route of a help topic. */
export function helpLink(topic: HelpTopic): string {
  return `#/help/${topic}`
}

/** Follows a clicked plain link in a list, which saves a router component for each of a thousand links. */
export function followLink(event: MouseEvent, router: Router): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const href = link?.getAttribute('href')
  if (href?.startsWith('#/') !== true) return
  event.preventDefault()
  void router.push(href.slice(1))
}
