/** An element of a store's answer; names are without their namespace. */
export interface XmlElement {
  readonly name: string
  /** What stands directly in it, references resolved. */
  readonly text: string
  readonly children: readonly XmlElement[]
}

const deepest = 12

/** The five of XML: any other would have to be declared, and what declares is not read. */
const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** A piece of a document: instruction or comment, CDATA, closing tag, opening tag, text. */
const piece =
  /<\?[^>]*\?>|<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>|<\/([^\s<>/]+)\s*>|<([^\s<>/!?]+)((?:\s+[^\s<>=/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy

interface Open {
  readonly tag: string
  readonly children: XmlElement[]
  text: string
}

/**
 * Reads the small documents that stores answer with. Attributes are passed over; a document type, with which entities
 * are declared, makes the document unreadable.
 *
 * @param text already bounded by the caller
 * @returns the root, or null for what is no well-formed document of this kind
 */
export function readXml(text: string): XmlElement | null {
  const outside: Open = { tag: '', children: [], text: '' }
  const open: Open[] = [outside]
  const source = text.replace(/^\ufeff/, '').trim()
  let read = 0
  for (const match of source.matchAll(piece)) {
    read += match[0].length
    const [, raw, closing, opening, , isEmpty, plain] = match
    const within = open.at(-1) ?? outside
    if (raw !== undefined) within.text += raw
    if (plain !== undefined) {
      const resolved = withoutReferences(plain)
      if (resolved === null) return null
      within.text += resolved
    }
    if (opening !== undefined) {
      if (open.length > deepest) return null
      if (isEmpty === '/') within.children.push({ name: localName(opening), text: '', children: [] })
      else open.push({ tag: opening, children: [], text: '' })
    }
    if (closing !== undefined) {
      if (within.tag !== closing) return null
      open.pop()
      const { children } = within
      open.at(-1)?.children.push({ name: localName(closing), text: within.text, children })
    }
  }
  const [root, ...others] = outside.children
  const isWhole = read === source.length && open.length === 1 && outside.text.trim() === ''
  return isWhole && root !== undefined && others.length === 0 ? root : null
}

/** The text of an element's first child of a name, trimmed; empty where there is none. */
export function textOf(element: XmlElement, name: string): string {
  return element.children.find((child) => child.name === name)?.text.trim() ?? ''
}

const localName = (tag: string): string => tag.slice(tag.indexOf(':') + 1)

const reference = /&(?:#(\d{1,7})|#x([\dA-Fa-f]{1,6})|(\w{1,10}));/g

/** @returns null where something refers to what there is not */
function withoutReferences(text: string): string | null {
  const pieces: string[] = []
  let from = 0
  for (const match of text.matchAll(reference)) {
    const [whole, decimal, hexadecimal, name] = match
    const before = text.slice(from, match.index)
    const found = name === undefined ? character(decimal, hexadecimal) : entities.get(name)
    if (found === undefined || before.includes('&')) return null
    pieces.push(before, found)
    from = match.index + whole.length
  }
  const rest = text.slice(from)
  return rest.includes('&') ? null : pieces.join('') + rest
}

function character(decimal: string | undefined, hexadecimal = ''): string | undefined {
  const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
