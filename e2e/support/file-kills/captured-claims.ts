import { randomInt } from 'node:crypto'
import { chunkBytes } from '#main/outbox/attachments/sealed-file.ts'
import { madeUpClaim } from '#main/outbox/testing/made-up.ts'
import { samplePolicies } from '#proofs/insurer/test-insurer.ts'
import { attachmentFields, type AttachmentField } from '#shared/domain/attachment.ts'
import { fieldsOf } from '#shared/domain/draft.ts'
import { newBranchReference, newId } from '#shared/domain/identifier.ts'
import type { Product } from '#shared/domain/product.ts'
import type { Captured, MadeUpFile } from '../kill-messages.ts'

/** Claims without files, with small ones, and with one that goes up in parts. */
export const claimKinds = ['plain', 'small', 'large'] as const
export type ClaimKind = (typeof claimKinds)[number]

const policies = { keke: samplePolicies('keke'), okada: samplePolicies('okada') }

interface Told {
  readonly id: string
  readonly branchReference: string
  readonly files: readonly MadeUpFile[]
}

/** The n-th claim as an officer captures it; its mark at the insurer is no other's. */
export function capturedClaim(n: number, { id, branchReference, files }: Told): Captured & { mark: string } {
  const mark = `TEST-${n}`
  const product: Product = n % 3 === 0 ? 'okada' : 'keke'
  // Claims with files share their policies with claims that have none.
  const policyNumber = policies[product][Math.floor(n / 6) % policies[product].length] ?? ''
  const occurrenceDate = `2026-10-${String(1 + (n % 28)).padStart(2, '0')}`
  const fromFiles = attachmentFields.filter((field) => files.some((file) => file.field === field))
  const emptied: Partial<Record<AttachmentField, string>> = Object.fromEntries(
    fromFiles.map((field) => [field, '']),
  )
  const claim = madeUpClaim({ policyNumber, claimantIdentification: mark, occurrenceDate, ...emptied })
  const at = new Date().toISOString()
  const withFiles = fromFiles.length === 0 ? {} : { fromFiles }
  return {
    mark,
    submission: { id, body: { kind: 'claim', product, claim, branchReference, ...withFiles } },
    draft: {
      id,
      product,
      fields: fieldsOf(claim),
      branchReference,
      createdAt: at,
      updatedAt: at,
      rejection: null,
    },
    files: [...files],
  }
}

/** A claim that nobody has captured before. */
export function newClaim(n: number, kind: ClaimKind): Captured & { mark: string } {
  return capturedClaim(n, { id: newId(), branchReference: newBranchReference(), files: filesOf(kind) })
}

function filesOf(kind: ClaimKind): readonly MadeUpFile[] {
  if (kind === 'plain') return []
  const from = randomInt(attachmentFields.length)
  const small = attachmentFields.slice(from, from + (kind === 'large' ? 1 : 3))
  const files = small.map((field) => ({ id: newId(), field, size: randomInt(1_000, 60_000) }))
  const large = attachmentFields.find((field) => !small.includes(field))
  return kind === 'small' || large === undefined
    ? files
    : [...files, { id: newId(), field: large, size: 2 * chunkBytes + randomInt(1, chunkBytes) }]
}
