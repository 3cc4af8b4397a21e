import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { newId } from '#shared/domain/identifier.ts'
import type { FleetFile } from './fleet-file.ts'

/** What begins a fleet: its id, its secret, and head office's pair of keys. Made once, by head office. */
export function newFleet(): Pick<
  FleetFile,
  'fleet' | 'privateKey' | 'backupSalts' | 'orderDigest' | 'branches'
> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return {
    fleet: {
      id: newId(),
      publicKey: Buffer.from(x, 'base64url').toString('base64'),
      secret: newFleetSecret(),
      number: 0,
    },
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    backupSalts: [],
    orderDigest: null,
    branches: [],
  }
}

/** 32 random bytes as base64. */
export function newFleetSecret(): string {
  return randomBytes(32).toString('base64')
}
