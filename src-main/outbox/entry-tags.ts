import { policyNumberOf, type PolicyNumber } from '#shared/domain/policy-number.ts'
import type { Product } from '#shared/domain/product.ts'
import type { EntryBody } from '#shared/outbox/entry.ts'
import { asSubmitted } from '#shared/outbox/entry-files.ts'
import type { RowProtection } from './row-protection.ts'

/** Keyed digests of an entry's contents: equal for equal texts, and meaningless without the key. */
export interface EntryTags {
  /** Equal for entries of one policy that must be sent in order. */
  readonly policy: string
  /** Equal for equal submissions, whatever links their files have got since. */
  readonly body: string
}

export function tagsOf(protection: RowProtection, body: EntryBody): EntryTags {
  return {
    policy: protection.tag(policyOrderKey(body)),
    body: protection.tag(`body/${canonical(asSubmitted(body))}`),
  }
}

/** The policy tag of claims of a policy. */
export function claimTagOf(protection: RowProtection, product: Product, policy: PolicyNumber): string {
  return protection.tag(claimOrderKey(product, policy))
}

/** Every policy tag that entries of a policy may have. */
export function policyTagsOf(
  protection: RowProtection,
  policy: PolicyNumber,
): readonly [string, string, string] {
  return [
    protection.tag(claimOrderKey('keke', policy)),
    protection.tag(claimOrderKey('okada', policy)),
    protection.tag(requestOrderKey(policy)),
  ]
}

// Claims of one policy are sent in order, and so are its pharmacy requests; the two kinds do not wait for each other.
function policyOrderKey(body: EntryBody): string {
  if (body.kind === 'claim') return claimOrderKey(body.product, policyNumberOf(body.claim.policyNumber))
  return requestOrderKey(policyNumberOf(body.policyNumber))
}

function claimOrderKey(product: Product, policy: PolicyNumber): string {
  return `claim/${product}/${policy}`
}

function requestOrderKey(policy: PolicyNumber): string {
  return `pharmacy-request/${policy}`
}

/** JSON with the keys in order, so that equal bodies have equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' ? Object.fromEntries(Object.entries(inner).sort()) : inner,
  )
}
