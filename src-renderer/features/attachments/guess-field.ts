import type { AttachmentField } from '#shared/domain/attachment.ts'

const words: readonly (readonly [AttachmentField, RegExp])[] = [
  ['deathCertificateUrl', /death/i],
  ['medicalReportUrl', /medic|hospital|clinic|doctor|report/i],
  ['originalPolicyCertificateUrl', /policy|certificate/i],
]

/** Guesses what a new file shows from its name and kind; null if unclear or if that slot is taken. */
export function guessField(
  name: string,
  isPdf: boolean,
  taken: ReadonlySet<AttachmentField | null>,
): AttachmentField | null {
  const named = words.find(([, word]) => word.test(name))?.[0] ?? null
  const guess = named ?? (isPdf ? null : 'incidentPictureUrl')
  return taken.has(guess) ? null : guess
}
