import { encodeBase64 } from './row-seal.ts'

const encoder = new TextEncoder()

/** SHA-256 of a text, as base64. It lets anyone confirm a guess of the text: seal digests of personal data. */
export async function digestOf(text: string): Promise<string> {
  return encodeBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text))))
}
