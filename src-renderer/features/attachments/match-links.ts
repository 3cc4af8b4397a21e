import { isHttpsLink } from '#shared/domain/claim.ts'
import { packName, type AttachmentFile } from '#shared/domain/attachment.ts'

/** A link that was pasted, and the file it leads to as far as can be told. */
export interface MatchedLink {
  readonly url: string
  readonly isHttps: boolean
  readonly fileId: string | null
}

type NamedFile = Pick<AttachmentFile, 'id' | 'number' | 'name' | 'kind' | 'sha256'>

/**
 * Finds the links in a text, one or many, on lines of their own or in a filled-in list, and tells which file each leads
 * to: by the file's hash, the name it has in the pack, or the name it came with, in the address or beside it on its
 * line. What could be two files is nobody's; a file gets the first link that is its own.
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
      // What stands beside two links says nothing of either.
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

/** The strongest sign decides: a hash before a name that we gave, and that before the file's own. */
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

// A sign stands for itself, not inside a longer word: `img-1` is not in `img-12`. Three letters are no sign.
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
