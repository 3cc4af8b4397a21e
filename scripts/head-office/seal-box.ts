import { boxMagics, boxVersion, placeOf, type BoxKind } from '#main/head-office/passphrase-box.ts'
import { seal } from '#main/keys/sealing.ts'
import { checkOf, digestOf, keysOfPassphrase, newKdf } from '#main/officers/passphrase-keys.ts'
import type { HashCost } from '#main/officers/secret-hash.ts'
import { newId } from '#shared/domain/identifier.ts'

/** Seals a text. It takes half a second and 128 MiB on purpose. @param cost stored in the file. */
export async function sealBox(
  kind: BoxKind,
  passphrase: string,
  text: string,
  { expiresAt, cost }: { readonly expiresAt: string | null; readonly cost?: HashCost },
): Promise<Buffer> {
  const kdf = newKdf(cost)
  const header = Buffer.from(JSON.stringify({ version: boxVersion, id: newId(), expiresAt, kdf }))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(header.length)
  const head = Buffer.concat([Buffer.from(boxMagics[kind], 'latin1'), length, header])
  const digest = digestOf(head)
  const part = await keysOfPassphrase(passphrase, kdf, `${kind}/v1`)
  const sealed = seal(part('seal'), text, placeOf(digest))
  return Buffer.concat([head, digest, checkOf(digest, part('check')), sealed])
}
