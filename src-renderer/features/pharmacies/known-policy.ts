import { isSamePolicy } from '#shared/domain/policy-number.ts'
import { askMain } from '#renderer/data/ask-main.ts'

/** Whether a claim of the policy is known on this computer, or one kept with its customer; unsure if that was not read. */
export async function whetherKnown(policyNumber: string): Promise<'known' | 'unknown' | 'unsure'> {
  const [claims, kept] = await Promise.all([
    askMain('claims:of-policy', { policyNumber }),
    askMain('details:all'),
  ])
  const isKept = kept.ok && kept.value.some((one) => isSamePolicy(one.policyNumber, policyNumber))
  if (isKept || (claims.ok && claims.value.length > 0)) return 'known'
  return claims.ok && kept.ok ? 'unknown' : 'unsure'
}
