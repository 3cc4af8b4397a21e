const ivBytes = 12
const formatByte = 1
const encoder = new TextEncoder()

/** Seals and unseals this page's personal rows. */
export interface RowSeal {
  /** @returns format byte, nonce, then AES-256-GCM of the text, bound to its table and id. */
  seal(table: string, id: string, text: string): Promise<Uint8Array<ArrayBuffer>>
  /** @returns the text, or null when the bytes were not sealed under this key for this table and id. */
  unseal(table: string, id: string, sealed: Uint8Array<ArrayBuffer>): Promise<string | null>
}

/**
 * A seal with the row key that main provides while unlocked. The key is imported as non-extractable and its bytes are
 * overwritten.
 *
 * @param rowKey 32 bytes as base64
 * @returns null when the key is not valid
 */
export async function createRowSeal(rowKey: string): Promise<RowSeal | null> {
  const raw = decodeBase64(rowKey)
  if (raw?.length !== 32) return null
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
  raw.fill(0)
  return {
    async seal(table, id, text) {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
      const cipher = await crypto.subtle.encrypt(parameters(iv, table, id), key, encoder.encode(text))
      const sealed = new Uint8Array(1 + ivBytes + cipher.byteLength)
      sealed[0] = formatByte
      sealed.set(iv, 1)
      sealed.set(new Uint8Array(cipher), 1 + ivBytes)
      return sealed
    },
    async unseal(table, id, sealed) {
      if (sealed[0] !== formatByte) return null
      const iv = sealed.slice(1, 1 + ivBytes)
      try {
        const text = await crypto.subtle.decrypt(parameters(iv, table, id), key, sealed.slice(1 + ivBytes))
        return new TextDecoder().decode(text)
      } catch {
        return null
      }
    },
  }
}

// Table and id are authenticated too, so a row copied over another one does not open.
function parameters(iv: Uint8Array<ArrayBuffer>, table: string, id: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: encoder.encode(`${table}:${id}`) }
}

/** Bytes of any length as base64. */
export function encodeBase64(bytes: Uint8Array): string {
  let letters = ''
  for (const byte of bytes) letters += String.fromCharCode(byte)
  return btoa(letters)
}

/** @returns null when the text is not base64. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}
