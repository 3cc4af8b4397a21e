/** What an insurer in a thread of its own answers, by a part of the address; the first that fits. Bytes are packed. */
export type AnswersApart = Readonly<
  Record<string, { readonly status?: number; readonly body: string | Uint8Array }>
>

export const emptyPage = '{"success":true,"data":{"current_page":1,"data":[],"last_page":1,"total":0}}'

/** What it says of the policy, in the list, elsewhere, and to a request; whether claims arrive is not known. */
export function bodies(
  ofPolicy: string,
  list: string,
  other: string = emptyPage,
  refusal: string = emptyPage,
): AnswersApart {
  return {
    create: { status: 500, body: emptyPage },
    request_pharmacy: { status: 422, body: refusal },
    pass_claims: { body: list },
    claim_details: { body: ofPolicy },
    merchant: { body: other },
  }
}
