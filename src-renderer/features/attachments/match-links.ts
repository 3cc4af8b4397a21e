import { isHttpsLink } from '#shared/https-link.ts'
import { packName, type AttachmentFile } from '#shared/domain/attachment.ts'

/** A pasted link and the file it was matched to, if any. */
export interface MatchedLink {
  readonly url: string
  readonly isHttps: boolean
  readonly fileId: string | null
}

type NamedFile = Pick<AttachmentFile, 'id' | 'number' | 'name' | 'kind' | 'sha256'>

/**
 * Finds the links in a text, one or many, on separate lines or in a filled-in list, and matches each to a file: by the
 * file's hash, its name in the pack or its original name, in the address or next to it on the same line. An ambiguous
 * link matches no file; a file gets the first link that matches it.
 */
export function matchLinks(
  text: string,
  files: readonly NamedFile[],
  policyNumber: string,
): readonly MatchedLink[] {
  const found = new Map<string, MatchedLink>()
  const taken = new Set<string>()
  for (const line of text.split(/[\r\n]+/)) {
    const urls = urlsIn(line)
    for (const url of urls) {
      if (found.has(url)) continue
      // With two links on a line, the text next to them could belong to either.
      const beside = urls.length === 1 ? line.replace(url, ' ') : ''
      const isHttps = isHttpsLink(url)
      const file = isHttps ? fileOf(url, beside, files, policyNumber) : null
      const fileId = file === null || taken.has(file.id) ? null : file.id
      if (fileId !== null) taken.add(fileId)
      found.set(url, { url, isHttps, fileId })
    }
  }
  return [...found.values()]
}

function urlsIn(line: string): readonly string[] {
  return [...line.matchAll(/\b[a-z][a-z+.-]*:\/\/[^\s"<>]+/gi)].map(([url]) => url.replace(/[),.;'\]]+$/, ''))
}

/** The strongest match decides: the hash, then the name in the pack, then the original name. */
function fileOf(
  url: string,
  beside: string,
  files: readonly NamedFile[],
  policyNumber: string,
): NamedFile | null {
  for (const text of [comparable(decoded(url)), comparable(beside)]) {
    for (const signsOf of [hashSigns, packSigns(policyNumber), nameSigns]) {
      const signed = files.filter((file) => signsOf(file).some((sign) => holds(text, sign)))
      if (signed.length === 1) return signed[0] ?? null
    }
  }
  return null
}

const hashSigns = ({ sha256 }: NamedFile): readonly string[] => [sha256, sha256.slice(0, 8)]
const packSigns =
  (policyNumber: string) =>
  (file: NamedFile): readonly string[] => [comparable(packName(policyNumber, file))]
const nameSigns = ({ name }: NamedFile): readonly string[] => [
  comparable(name),
  comparable(name.replace(/\.[^.]*$/, '')),
]

// Matches whole words only: `img-1` is not in `img-12`. Three letters are too short to identify a file.
function holds(text: string, sign: string): boolean {
  return sign.length > 3 && `-${text}-`.includes(`-${sign}-`)
}

function comparable(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}
