/**
 * Whether a policy number looks as the insurer's do (spec: slash-separated segments). Nobody has said more about them,
 * so it is a hint and never a refusal, and it says nothing about the product.
 */
export function looksLikePolicyNumber(typed: string): boolean {
  return /^[\p{L}\p{N}.-]+(?:\/[\p{L}\p{N}.-]+)+$/u.test(typed.trim())
}
