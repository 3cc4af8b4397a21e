import type { Draft } from '#shared/domain/draft.ts'
import { err, type Result } from '#shared/result.ts'
import { openedRepositories } from './current.ts'
import type { NotSaved } from './draft-keeper.ts'

/**
 * Saves a draft that main made from an entry (`outbox:to-draft`). Main already has its sealed copy: if this fails, the
 * next start restores it.
 *
 * @returns the time of the saved version.
 */
export async function adoptDraft(draft: Draft): Promise<Result<string, NotSaved>> {
  const repositories = openedRepositories()
  return repositories === null
    ? err({ failure: { type: 'database-unavailable', reason: 'other' }, copyKept: true })
    : repositories.drafts.adopt(draft)
}
