import type { Say } from '#shared/claim/say.ts'
import { plural, t } from './index.ts'

/** The words of a claim's state, as `describe` asks for them. */
export const say: Say = (key, named) => {
  const n = named?.['n']
  return typeof n === 'number' ? plural(`says.${key}`, n, named) : t(`says.${key}`, named)
}
