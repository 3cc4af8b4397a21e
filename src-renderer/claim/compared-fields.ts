import { claimFieldNames, holds, type ClaimContent, type ClaimFieldName } from '#shared/domain/claim.ts'
import { isSamePolicy } from '#shared/domain/policy-number.ts'
import type { InsurerClaim } from '#shared/domain/received-claim.ts'
import { keptTextMatches } from '#shared/domain/reference.ts'
import { noAgreedLinks, type AgreedLinks } from '#shared/domain/stand-in.ts'
import { fieldText } from './detail-fields.ts'
import { t } from '#renderer/i18n/index.ts'

/** How a field of two claims compares. `similar`: the same text, as an insurer may keep it; `unread`: a
 * day that may be the same or another. */
export type FieldVerdict = 'same' | 'similar' | 'different' | 'missing' | 'unread'

/** One field of a submitted claim beside a claim at the insurer, in words. */
export interface ComparedField {
  readonly name: ClaimFieldName
  readonly label: string
  readonly here: string
  readonly there: string
  readonly verdict: FieldVerdict
}

/** Compares a submitted claim with one at the insurer, field by field, in the order of the form. */
export function comparedFields(
  submitted: ClaimContent,
  there: InsurerClaim,
  links: AgreedLinks = noAgreedLinks,
): readonly ComparedField[] {
  return claimFieldNames.map((name) => {
    const texts = { here: fieldText(submitted, name, links), there: fieldText(there, name, links) }
    return {
      name,
      label: t(`says.fields.${name}`),
      ...texts,
      verdict: verdictOf(name, texts, submitted, there),
    }
  })
}

/** Whether a verdict deserves the officer's attention. */
export function isDifferent({ verdict }: ComparedField): boolean {
  return verdict !== 'same' && verdict !== 'similar'
}

function verdictOf(
  name: ClaimFieldName,
  { here, there }: { readonly here: string; readonly there: string },
  submitted: ClaimContent,
  kept: InsurerClaim,
): FieldVerdict {
  if (here === there) return 'same'
  if (there.trim() === '') return 'missing'
  if (holds(name, 'policy')) return isSamePolicy(submitted[name], kept[name]) ? 'similar' : 'different'
  if (holds(name, 'day')) return kept[name].type === 'read' ? 'different' : 'unread'
  if (holds(name, 'amount')) return 'different'
  return keptTextMatches(here, there) ? 'similar' : 'different'
}
