import { keyHider } from '../api/hide-key.ts'
import { plainText } from '../api/server-message.ts'
import type { AccessKey } from './signing.ts'

/** Makes a store's words fit to show. */
export interface Hiding {
  /** At most 200 letters, without the access key, a signature or anything else that may open the store. */
  saying(text: string): string
}

const longestSaying = 200
const mark = '[…]'

/** As long as what could be part of a signature, a secret, or a name that cannot be guessed. */
const longRun = /[\w+/=%~-]{24,}/g
const signedParts = /(AWS4-HMAC-SHA256|credential\s*[=:]|signature\s*[=:]|authorization\s*[=:]).*/gi

/** The hider of an access key. */
export function createHiding({ id, secret }: AccessKey): Hiding {
  const hiders = [secret, encodeURIComponent(secret), id].filter((form) => form !== '').map(keyHider)
  return {
    saying(text) {
      const withoutKey = hiders.reduce((shown, hider) => hider.inText(shown), plainText(text))
      return withoutKey
        .replace(signedParts, `$1 ${mark}`)
        .replace(longRun, mark)
        .slice(0, longestSaying)
        .replace(/[\ud800-\udbff]$/, '')
        .trim()
    },
  }
}
