/** Policy numbers compare in one Unicode form, with single spaces, without case: what typing and servers change. */
export function policyKey(policyNumber: string): string {
  return policyNumber.normalize('NFC').replace(/\s+/gu, ' ').trim().toUpperCase()
}
