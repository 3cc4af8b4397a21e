import { join } from 'node:path'
import { filesKey, type OpenKeys } from '#main/platform/keys/data-key.ts'
import { createSealedFile, type SealedFile } from '#main/platform/keys/sealed-file.ts'
import { OfficersListSchema, type OfficersList } from './officers-list.ts'

export type OfficersFile = SealedFile<OfficersList>

/** The officers of this installation, sealed in `<folder>/officers.json`. */
export function createOfficersFile(folder: string, keys: OpenKeys): OfficersFile {
  const path = join(folder, 'officers.json')
  return createSealedFile({ path, purpose: 'officers', schema: OfficersListSchema, key: filesKey(keys) })
}
