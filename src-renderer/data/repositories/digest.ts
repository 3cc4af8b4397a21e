import { encodeBase64 } from './row-seal.ts'

const encoder = new TextEncoder()

/** SHA-256 of a text, as base64. It tells what the text is to whoever can guess it: of personal data, keep it sealed. */
export async function digestOf(text: string): Promise<string> {
  return encodeBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text))))
}
