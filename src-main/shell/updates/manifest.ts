/// <reference types="./js-yaml.d.ts" />
import { load } from 'js-yaml'
import * as v from 'valibot'
import { FeedError } from './feed-client.ts'
import { checkSignature } from './signature.ts'

/** The name of the manifest, as electron-builder writes it for Windows. */
export const channelFile = 'latest.yml'

/** In bytes: more than any of our installers, less than would fill a disk. */
const largestFile = 2 ** 30

/** A plain version without a pre-release suffix: the only kind a feed may offer. */
const VersionSchema = v.pipe(v.string(), v.maxLength(40), v.regex(/^\d{1,6}(\.\d{1,6}){2}$/))

// The fields we use of what electron-builder writes. File names only, no paths: a release lies beside its manifest.
const ManifestSchema = v.object({
  version: VersionSchema,
  /** Afterwards it is not used: who answers for the feed cannot pass it off as news for ever. */
  validUntil: v.pipe(v.string(), v.isoTimestamp()),
  files: v.pipe(
    v.array(
      v.object({
        url: v.pipe(v.string(), v.maxLength(200), v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/)),
        sha512: v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{86}==$/)),
        size: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(largestFile)),
      }),
    ),
    v.minLength(1),
    v.maxLength(20),
  ),
})

/** A release as described in its signed manifest, with only the installers of Windows. */
export type Manifest = v.InferOutput<typeof ManifestSchema>

/**
 * The manifest, after its signature was verified: nothing in it is trusted before. Throws {@link FeedError}.
 *
 * @param signatures the text of its signature file; null if there is none
 */
export function readManifest(
  bytes: Buffer,
  signatures: string | null,
  publicKeys: readonly string[],
): Manifest {
  // The login page of a captive portal answers every request; that is not a forgery.
  if (/^\s*</.test(bytes.toString('latin1', 0, 200))) throw new FeedError('not-a-feed')
  if (signatures === null) throw new FeedError('unsigned')
  const check = checkSignature(channelFile, bytes, signatures, publicKeys)
  if (check !== 'good') throw new FeedError(check === 'none' ? 'unsigned' : 'wrong-signature')
  const parsed = v.safeParse(ManifestSchema, readYaml(bytes.toString('utf8')))
  const files = parsed.success ? parsed.output.files.filter(({ url }) => /\.exe$/i.test(url)) : []
  if (!parsed.success || files.length === 0) throw new FeedError('not-a-feed')
  return { ...parsed.output, files }
}

function readYaml(text: string): unknown {
  try {
    return load(text)
  } catch {
    // The parser's error contains the whole text, so it is not passed on.
    throw new FeedError('not-a-feed')
  }
}

const PackageSchema = v.object({
  publisherName: v.optional(v.union([v.string(), v.array(v.string())]), []),
})

/**
 * The publishers who may sign a Windows installer, read from the file electron-builder writes into the package
 * (`app-update.yml`). Throws {@link FeedError} if that file is not as expected.
 */
export function readPublishers(text: string): readonly string[] {
  const parsed = v.safeParse(PackageSchema, readYaml(text))
  if (!parsed.success) throw new FeedError('wrong-signature')
  return [parsed.output.publisherName].flat()
}
