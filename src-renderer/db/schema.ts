import type { PharmacyPage } from '#shared/domain/pharmacy.ts'
import type { Product } from '#shared/domain/product.ts'

/** A draft at rest: what it says is sealed, only what orders the list stays plain. */
export interface DraftRow {
  readonly id: string
  /** ISO time. */
  readonly updatedAt: string
  readonly sealed: Uint8Array<ArrayBuffer>
}

/** One page of pharmacies as the API answered it, whole: pharmacies are not personal. */
export interface PharmacyPageRow {
  /** What was asked for: `all:3`, `name:ajao:1`, `one:17`. */
  readonly key: string
  /** ISO time. */
  readonly fetchedAt: string
  readonly page: PharmacyPage
}

/** Which snapshot of a product's claim list is the kept one. Writing this row publishes the snapshot's chunks. */
export interface ClaimListRow {
  readonly product: Product
  readonly snapshotId: string
  /** ISO time. */
  readonly fetchedAt: string
  /** Claims in all chunks together. */
  readonly count: number
  readonly chunks: number
}

/** Some hundred received claims of one snapshot, sealed: they are personal. */
export interface ClaimChunkRow {
  /** `snapshotId:index`. */
  readonly id: string
  readonly snapshotId: string
  readonly sealed: Uint8Array<ArrayBuffer>
}

/** A claim with its customer that an officer keeps for offline use. Whose it is stands inside the seal alone. */
export interface KeptClaimRow {
  readonly id: string
  /** ISO time. */
  readonly keptAt: string
  readonly sealed: Uint8Array<ArrayBuffer>
}

/** What this page remembers about itself from one start to the next. */
export interface MetaRow {
  readonly key: 'open-draft'
  readonly value: string
}

/**
 * The versions of the database, oldest first. A version that went out is never edited: a change is a new line with,
 * where rows change shape, its upgrade.
 */
export const versions = [
  { number: 1, stores: { drafts: 'id, updatedAt', pharmacyPages: 'key, fetchedAt', meta: 'key' } },
  { number: 2, stores: { claimLists: 'product', claimChunks: 'id, snapshotId', keptClaims: 'id' } },
] as const

export const newestVersion = versions.at(-1)?.number ?? 1
