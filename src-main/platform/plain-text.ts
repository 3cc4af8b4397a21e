/**
 * The text of a file that a person wrote, as editors and shells write it: UTF-8, or the UTF-16 of Windows PowerShell,
 * without the mark that either may begin with. Null where it is neither.
 */
export function plainText(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  const isLittle = first === 0xff && second === 0xfe
  const encoding = isLittle ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

/** Its first line; null as above. */
export function firstLine(bytes: Uint8Array): string | null {
  return plainText(bytes)?.replace(/\r?\n[^]*$/, '') ?? null
}
