import type { StoredPart } from './object-store.ts'

/** An element of a store's answer. */
export interface XmlElement {
  /** Without its namespace. */
  readonly name: string
  /** What stands in it, as it came. */
  readonly inside: string
}

const whole = /^(?:<\?[^<>]*\?>)?\s*<(?:\w+:)?(\w+)(?:\s[^<>]*)?(?:\/>|>([^]*)<\/(?:\w+:)?\1\s*>)$/
/** Parts that are read of one page at most; no store names more in one. */
const mostParts = 1000

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

interface PartsPage {
  readonly parts: readonly StoredPart[]
  /** The part after which the next page begins; null when this was the last. */
  readonly nextAfter: number | null
}

/** One page of the parts that a store has. What cannot be read of them is left out, and is then sent again. */
export function partsPage(listed: XmlElement): PartsPage {
  const [, ...pieces] = listed.inside.split(/<(?:\w+:)?Part[\s>]/)
  const parts = pieces.slice(0, mostParts).flatMap((inside) => {
    const number = countIn({ inside }, 'PartNumber')
    const size = countIn({ inside }, 'Size')
    const etag = bareEtag(textOf({ inside }, 'ETag'))
    return number === null || number === 0 || size === null || etag === '' ? [] : [{ number, size, etag }]
  })
  const goesOn = textOf(listed, 'IsTruncated') === 'true'
  return { parts, nextAfter: goesOn ? countIn(listed, 'NextPartNumberMarker') : null }
}

/** What completes an upload. */
export function completionXml(parts: readonly StoredPart[]): string {
  const each = parts.map(
    ({ number, etag }) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>&quot;${escaped(etag)}&quot;</ETag></Part>`,
  )
  const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/'
  return `<CompleteMultipartUpload xmlns="${namespace}">${each.join('')}</CompleteMultipartUpload>`
}

/** An ETag without quotes and the mark of a weak one. */
export const bareEtag = (etag: string): string => etag.replace(/^W\//, '').replace(/^"|"$/g, '')

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

function countIn(element: Pick<XmlElement, 'inside'>, name: string): number | null {
  const text = textOf(element, name)
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}
