import { createHash } from 'node:crypto'
import { chunkBytes } from '#main/outbox/attachments/sealed-file.ts'
import { madeUpDraft, pharmacySubmission, submissionWithFiles } from '#testing/outbox/made-up.ts'
import { samplePolicies } from '#testing/insurer/test-insurer.ts'
import { attachmentFields } from '#shared/domain/attachment.ts'
import { fieldsOf } from '#shared/domain/draft.ts'
import { newBranchReference, newId } from '#shared/domain/identifier.ts'
import type { Product } from '#shared/domain/product.ts'
import type { Captured, MadeUpFile } from './messages.ts'

/** What a POST creates. */
type PostKind = Product | 'pharmacy'

/** Claims and requests without files, a claim with small ones, and one with a file of several chunks. */
export type CapturedKind = PostKind | 'small' | 'large'

/** What an officer captured. Its mark at the insurer is no other's. */
export interface Marked {
  readonly captured: Captured
  readonly kind: PostKind
  readonly mark: string
}

interface Told {
  readonly id: string
  readonly branchReference: string
  readonly files: readonly MadeUpFile[]
}

const policies = { keke: samplePolicies('keke'), okada: samplePolicies('okada') }
const policyOf = (product: Product, n: number): string =>
  policies[product][n % policies[product].length] ?? ''
const jpegHead = Buffer.from([0xff, 0xd8, 0xff, 0xe0])

/** The bytes of a made-up file: the same for the same id, like no other file's, and a picture by their beginning. */
export function bytesOf({ id, size }: Pick<MadeUpFile, 'id' | 'size'>): Buffer {
  const outputLength = size - jpegHead.length
  return Buffer.concat([jpegHead, createHash('shake128', { outputLength }).update(id).digest()])
}

/** The n-th submission; no two are alike. */
export function newCaptured(n: number, kind: CapturedKind, chance: () => number): Marked {
  if (kind === 'pharmacy') return pharmacyRequest(n)
  const files = kind === 'small' || kind === 'large' ? filesOf(kind, chance) : []
  const product = kind === 'small' || kind === 'large' ? (n % 3 === 0 ? 'okada' : 'keke') : kind
  return capturedClaim(n, product, { id: newId(), branchReference: newBranchReference(), files })
}

/** The n-th submission, with what is known of the draft or the files it is made of. */
export function capturedClaim(n: number, product: Product, { id, branchReference, files }: Told): Marked {
  const mark = `TEST-${n}`
  const fromFiles = attachmentFields.filter((field) => files.some((file) => file.field === field))
  // Claims with files share their policies with claims that have none.
  const policyNumber = policyOf(product, files.length > 0 ? n + 1 : n)
  const content = { policyNumber, claimantIdentification: mark }
  const { body } = submissionWithFiles(fromFiles, content, { product, branchReference })
  const at = new Date().toISOString()
  const fields = fieldsOf(body.claim)
  const draft = madeUpDraft({ id, product, fields, branchReference, createdAt: at, updatedAt: at })
  return { mark, kind: product, captured: { submission: { id, body }, draft, files: [...files] } }
}

function filesOf(kind: 'small' | 'large', chance: () => number): readonly MadeUpFile[] {
  const upTo = (most: number): number => Math.floor(chance() * most)
  const from = upTo(attachmentFields.length)
  const small = attachmentFields.slice(from, from + (kind === 'large' ? 1 : 3))
  const files = small.map((field) => ({ id: newId(), field, size: 1_000 + upTo(59_000) }))
  const large = attachmentFields.find((field) => !small.includes(field))
  return kind === 'small' || large === undefined
    ? files
    : [...files, { id: newId(), field: large, size: 2 * chunkBytes + 1 + upTo(chunkBytes - 1) }]
}

function pharmacyRequest(n: number): Marked {
  const policyNumber = policyOf(n % 2 === 0 ? 'keke' : 'okada', n)
  // No two alike, so that the server's requests can be distinguished.
  const pharmacyId = 1 + (Math.floor(n / 2) % 300)
  const submission = pharmacySubmission(policyNumber, pharmacyId)
  return {
    kind: 'pharmacy',
    mark: requestMark(pharmacyId, policyNumber),
    captured: { submission, draft: null, files: [] },
  }
}

export const requestMark = (pharmacyId: number, policyNumber: string): string =>
  `${pharmacyId}/${policyNumber}`
