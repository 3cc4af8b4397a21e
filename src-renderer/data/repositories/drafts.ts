import type { Draft } from '#shared/domain/draft.ts'
import { err, type Result } from '#shared/result.ts'
import { openedRepositories } from './current.ts'
import type { NotSaved } from './draft-keeper.ts'

/**
 * Takes in a draft that main made from an entry (`outbox:to-draft`). Main keeps its sealed copy already: should this
 * fail, the next start restores it.
 *
 * @returns the time of the version kept.
 */
export async function adoptDraft(draft: Draft): Promise<Result<string, NotSaved>> {
  const repositories = openedRepositories()
  return repositories === null
    ? err({ failure: { type: 'database-unavailable', reason: 'other' }, copyKept: true })
    : repositories.drafts.adopt(draft)
}
