import type { AccessKey } from '#main/platform/keys/store-keys.ts'
import type { FileStore } from '#shared/domain/file-store.ts'
import { fileStorePath } from '#shared/domain/practice-file.ts'

/** The access key of the tests' store: made up, and worth nothing anywhere else. */
export const testAccessKey: AccessKey = {
  id: 'PRACTICEACCESSKEY001',
  secret: 'practice-store-secret-not-a-secret',
}

export const testBucket = 'claims'
export const testRegion = 'us-east-1'

/** The S3 server of the tests' insurer that listens on this port of this computer, or at this address. */
export function testStoreAt(place: number | string): FileStore {
  const endpoint = `${typeof place === 'number' ? `http://127.0.0.1:${place}` : place}${fileStorePath}`
  return {
    endpoint,
    region: testRegion,
    bucket: testBucket,
    prefix: '',
    style: 'path',
    links: `${endpoint}/${testBucket}`,
  }
}
