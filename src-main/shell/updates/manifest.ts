import * as v from 'valibot'
import { FeedError } from './feed-client.ts'
import { checkSignature } from './signature.ts'

/** The name of the manifest of Windows. */
export const channelFile = 'latest.json'

/** In bytes: more than any of our installers, less than would fill a disk. */
const largestFile = 2 ** 30

const ManifestSchema = v.object({
  /** A plain version without a pre-release suffix: the only kind a feed may offer. */
  version: v.pipe(v.string(), v.maxLength(40), v.regex(/^\d{1,6}(\.\d{1,6}){2}$/)),
  /** Afterwards it is not used: who answers for the feed cannot pass it off as news for ever. */
  validUntil: v.pipe(v.string(), v.isoTimestamp()),
  /** A name without a path: the installer lies beside its manifest. */
  file: v.pipe(v.string(), v.maxLength(200), v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*\.exe$/)),
  sha512: v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{86}==$/)),
  size: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(largestFile)),
})

/** A release as described in its signed manifest. */
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
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ManifestSchema), bytes.toString('utf8'))
  if (!parsed.success) throw new FeedError('not-a-feed')
  return parsed.output
}
