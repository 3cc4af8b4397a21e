import type { AccessKey } from '../../file-store/signing.ts'
import type { FileStore } from '#shared/domain/file-store.ts'
import { fileStorePath } from '#shared/domain/practice-file.ts'

/** The access key of the practice server's store: made up, and worth nothing anywhere else. */
export const practiceAccessKey: AccessKey = {
  id: 'PRACTICEACCESSKEY001',
  secret: 'practice-store-secret-not-a-secret',
}

export const practiceBucket = 'claims'
export const practiceRegion = 'us-east-1'

/** The file store inside the practice server that listens on this port. */
export function fileStoreOf(port: number): FileStore {
  const endpoint = `http://127.0.0.1:${port}${fileStorePath}`
  return {
    endpoint,
    region: practiceRegion,
    bucket: practiceBucket,
    prefix: '',
    style: 'path',
    links: { type: 'public', base: `${endpoint}/${practiceBucket}` },
  }
}
