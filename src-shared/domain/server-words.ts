import { claimFieldNames, type ClaimFieldName } from './claim-field-names.ts'

/** The server's message when it rejected something. */
export interface ServerWords {
  readonly serverMessage: string
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>
}

/** The fields that the server gave a reason for, in the order of the claim. */
export function refusedFields({ fieldErrors }: ServerWords): readonly ClaimFieldName[] {
  return claimFieldNames.filter((name) => (fieldErrors[name]?.length ?? 0) > 0)
}
