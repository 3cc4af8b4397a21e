import type { AttachmentField } from '#shared/domain/attachment.ts'
import type { FilePlace } from './useAddedFiles.ts'

// Loaded with the first file: most of what a form reads before that has no use for it.

/** What goes to one place together. */
export interface Batch {
  readonly field: AttachmentField | null
  readonly isPhotos: boolean
  readonly files: File[]
}

/** Which files go where: those of one slot together, if they are photos. @param open whether it takes more photos */
export function batchesOf(
  files: readonly File[],
  place: FilePlace,
  taken: ReadonlySet<AttachmentField | null>,
  open: (field: AttachmentField | null) => boolean,
): readonly Batch[] {
  const batches: Batch[] = []
  const photos = files.filter(isPhoto)
  const meant = photos.length > 0 ? photos : files.slice(0, 1)
  for (const file of files) {
    const isOne = isPhoto(file)
    const guess = guessField(file.name, isPdf(file))
    const other = batches.some(({ field, isPhotos }) => field === guess && !(isOne && isPhotos))
    const isFree = !other && (!taken.has(guess) || (isOne && open(guess)))
    const field = place !== 'guessed' && meant.includes(file) ? place : isFree ? guess : null
    const same = batches.find((batch) => isOne && batch.isPhotos && field !== null && batch.field === field)
    if (same === undefined) batches.push({ field, isPhotos: isOne, files: [file] })
    else same.files.push(file)
  }
  return batches
}

// Windows gives no type to a HEIC.
const isPhoto = ({ type, name }: File): boolean => type.startsWith('image/') || /\.hei[cf]$/i.test(name)
const isPdf = ({ type, name }: File): boolean => type === 'application/pdf' || /\.pdf$/i.test(name)

const words: readonly (readonly [AttachmentField, RegExp])[] = [
  ['deathCertificateUrl', /death/i],
  ['medicalReportUrl', /medic|hospital|clinic|doctor|report/i],
  ['originalPolicyCertificateUrl', /policy|certificate/i],
]

/** Guesses what a new file shows from its name and kind; null if unclear. */
function guessField(name: string, isPdf: boolean): AttachmentField | null {
  const named = words.find(([, word]) => word.test(name))?.[0] ?? null
  return named ?? (isPdf ? null : 'incidentPictureUrl')
}
