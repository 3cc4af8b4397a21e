import type { EvidenceField, EvidenceKind } from '#shared/domain/evidence.ts'

const words: readonly (readonly [EvidenceField, RegExp])[] = [
  ['deathCertificateUrl', /death/i],
  ['medicalReportUrl', /medic|hospital|clinic|doctor|report/i],
  ['originalPolicyCertificateUrl', /policy|certificate/i],
]

/** What a new file most likely shows, by its name and kind; null where that is taken or cannot be told. */
export function guessField(
  name: string,
  kind: EvidenceKind,
  taken: ReadonlySet<EvidenceField | null>,
): EvidenceField | null {
  const named = words.find(([, word]) => word.test(name))?.[0] ?? null
  const guess = named ?? (kind === 'pdf' ? null : 'incidentPictureUrl')
  return taken.has(guess) ? null : guess
}
