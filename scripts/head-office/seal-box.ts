import { boxMagics, boxVersion, type BoxKind } from '#main/head-office/passphrase-box.ts'
import { keysOfPassphrase, newKdf, sealText } from '#main/officers/passphrase-keys.ts'
import type { HashCost } from '#main/officers/secret-hash.ts'
import { newId } from '#shared/domain/identifier.ts'

/** Seals a text. It takes half a second and 128 MiB on purpose. @param cost stored in the file. */
export async function sealBox(
  kind: BoxKind,
  passphrase: string,
  text: string,
  { expiresAt, cost }: { readonly expiresAt: string | null; readonly cost?: HashCost },
): Promise<Buffer> {
  const keys = await keysOfPassphrase(passphrase, newKdf(cost), `${kind}/v1`)
  return sealText(boxMagics[kind], { version: boxVersion, id: newId(), expiresAt }, keys, text).bytes
}
