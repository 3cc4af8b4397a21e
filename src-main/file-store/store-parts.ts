import type { StoredPart } from './object-store.ts'
import { textOf, type XmlElement } from './s3-xml.ts'

interface PartsPage {
  readonly parts: readonly StoredPart[]
  /** The part after which the next page begins; null when this was the last. */
  readonly nextAfter: number | null
}

/** One page of the parts that a store has. What cannot be read of them is left out, and is then sent again. */
export function partsPage(listed: XmlElement): PartsPage {
  const parts = listed.children.flatMap((child) => {
    if (child.name !== 'Part') return []
    const number = countIn(child, 'PartNumber')
    const size = countIn(child, 'Size')
    const etag = bareEtag(textOf(child, 'ETag'))
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

function countIn(element: XmlElement, name: string): number | null {
  const text = textOf(element, name)
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}
