import type { AttachmentField, AttachmentKind } from '#shared/domain/attachment.ts'

const words: readonly (readonly [AttachmentField, RegExp])[] = [
  ['deathCertificateUrl', /death/i],
  ['medicalReportUrl', /medic|hospital|clinic|doctor|report/i],
  ['originalPolicyCertificateUrl', /policy|certificate/i],
]

/** What a new file most likely shows, by its name and kind; null where that is taken or cannot be told. */
export function guessField(
  name: string,
  kind: AttachmentKind,
  taken: ReadonlySet<AttachmentField | null>,
): AttachmentField | null {
  const named = words.find(([, word]) => word.test(name))?.[0] ?? null
  const guess = named ?? (kind === 'pdf' ? null : 'incidentPictureUrl')
  return taken.has(guess) ? null : guess
}
