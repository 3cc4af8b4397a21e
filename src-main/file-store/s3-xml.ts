/** An element of a store's answer. */
export interface XmlElement {
  /** Without its namespace. */
  readonly name: string
  /** What stands in it, as it came. */
  readonly inside: string
}

const whole = /^(?:<\?[^<>]*\?>)?\s*<(?:\w+:)?(\w+)(?:\s[^<>]*)?(?:\/>|>([^]*)<\/(?:\w+:)?\1\s*>)$/

/**
 * Reads the small, flat documents that stores answer with. One that declares anything, such as entities, is none of
 * them.
 *
 * @param text already bounded by the caller
 * @returns the root; null for what is no document of this kind
 */
export function readXml(text: string): XmlElement | null {
  const [, name, inside = ''] = whole.exec(text.replace(/^\ufeff/, '').trim()) ?? []
  return name === undefined || inside.includes('<!') ? null : { name, inside }
}

/** The text of the first element of a name, trimmed, references resolved; empty where there is none. */
export function textOf({ inside }: Pick<XmlElement, 'inside'>, name: string): string {
  const found = new RegExp(`<(?:\\w+:)?${name}(?:\\s[^<>]*)?>([^<]*)<`).exec(inside)?.[1] ?? ''
  return found.replace(reference, character).trim()
}

/** The five of XML, and characters by their number: any other would have to be declared. */
const reference = /&(?:#(\d{1,7})|#x([\dA-Fa-f]{1,6})|(amp|lt|gt|quot|apos));/g
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function character(as: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return named[name] ?? as
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : as
}
