import { shallowRef, type ShallowRef } from 'vue'
import type { AttachmentField, AttachmentFile, AttachmentRefusal } from '#shared/domain/attachment.ts'
import type { Failure } from '#shared/failure.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import type { Result } from '#shared/result.ts'
import { smallerPhoto } from '#renderer/data/photos/smaller-photo.ts'
import { t } from '#renderer/i18n/index.ts'
import { sendFile, type FileToSend } from './file-parts.ts'
import type { Attachments } from './useAttachments.ts'

/** A file that was refused, and why. */
export interface Refused {
  readonly name: string
  readonly why: AttachmentRefusal | 'undecodable' | 'not-saved'
}

/** The file that is being added. */
export interface Adding {
  readonly name: string
  /** The slot it is for; null for none, or while that is not known. */
  readonly field: AttachmentField | null
  /** From 0 to 1; null while the photo is made smaller. */
  readonly share: number | null
}

/** Where an added file goes: into a slot, into none, or into the free one that its name speaks of. */
export type Place = AttachmentField | null | 'guessed'

/** Adds files to a claim, photos made smaller first, one after the other. */
export interface AddedFiles {
  readonly refused: Readonly<ShallowRef<readonly Refused[]>>
  readonly adding: Readonly<ShallowRef<Adding | null>>
  /** Clears the list of refused files once the officer has read it. */
  readonly dismiss: () => void
  /** @param place of the first file; where those behind it go is guessed. @returns the files that were kept. */
  add(files: readonly File[], place: Place): Promise<readonly AttachmentFile[]>
  /** Whether files are being added. */
  isAdding(): boolean
  /** Waits until every file being added was kept or refused. */
  settled(): Promise<void>
}

interface AddedFilesOptions {
  readonly claimId: string
  readonly attachments: Attachments
  /** Makes sure that main has the draft before its first file. */
  readonly ready: () => Promise<Result<null, Failure>>
  /** The slots that have a file or a link. */
  readonly taken: () => ReadonlySet<AttachmentField | null>
  /** Called for each file that was kept, before the next one. */
  readonly onKept: (file: AttachmentFile) => void
}

export function useAddedFiles({ claimId, attachments, ready, taken, onKept }: AddedFilesOptions): AddedFiles {
  const refused = shallowRef<readonly Refused[]>([])
  const adding = shallowRef<Adding | null>(null)
  const inTurn = oneAtATime()
  let onTheWay = 0

  function refuse(name: string, why: Refused['why']): null {
    refused.value = [...refused.value, { name, why }]
    return null
  }
  async function send(file: FileToSend): Promise<AttachmentFile | null> {
    const { name, field } = file
    adding.value = { name, field, share: 0 }
    const answer = await sendFile(claimId, file, (share) => (adding.value = { name, field, share }))
    if (!attachments.noted(answer) || answer.value.type === 'more') return null
    return answer.value.type === 'refused' ? refuse(name, answer.value.why) : answer.value.file
  }
  async function addOne(file: File, place: Place): Promise<AttachmentFile | null> {
    const { name } = file
    const field = place === 'guessed' ? guessField(name, isPdf(file), taken()) : place
    adding.value = { name, field, share: null }
    const photo = await smallerPhoto(file)
    if (photo.type === 'undecodable' || photo.type === 'broken-off') return refuse(name, photo.type)
    if (photo.type === 'as-it-is') return await send({ name, bytes: file, originalSize: null, field })
    const { bytes, kind } = photo
    return await send({ name: endingIn(name, kind), bytes, originalSize: file.size, field })
  }
  /** Puts several photos of one accident on one sheet: its slot takes one picture. */
  async function addSheet(photos: readonly File[]): Promise<AttachmentFile | null> {
    const name = t('attachments.photos', { n: photos.length })
    adding.value = { name, field: 'incidentPictureUrl', share: null }
    const sheet = await smallerPhoto(...photos)
    if (sheet.type !== 'drawn') return null
    const originalSize = photos.reduce((sum, { size }) => sum + size, 0)
    return await send({ name: `${name}.jpg`, bytes: sheet.bytes, originalSize, field: 'incidentPictureUrl' })
  }
  async function addAll(files: readonly File[], place: Place): Promise<readonly AttachmentFile[]> {
    const all: AttachmentFile[] = []
    // The form says why: without its draft, main takes no file.
    if (!(await ready()).ok) {
      refused.value = [...refused.value, ...files.map(({ name }) => ({ name, why: 'not-saved' as const }))]
      return all
    }
    const note = async (kept: AttachmentFile | null): Promise<void> => {
      if (kept === null) return
      await attachments.read()
      onKept(kept)
      all.push(kept)
    }
    const photos = photosOfAccident(files, place, taken())
    const sheet = photos.length > 1 ? await addSheet(photos) : null
    await note(sheet)
    const apart = sheet === null ? files : files.filter((file) => !photos.includes(file))
    for (const [index, file] of apart.entries()) {
      if (attachments.failure.value !== null) break
      await note(await addOne(file, index === 0 && sheet === null ? place : 'guessed'))
    }
    adding.value = null
    return all
  }

  return {
    refused,
    adding,
    dismiss: () => void (refused.value = []),
    async add(files, place) {
      if (adding.value === null) refused.value = []
      // Files dropped while others are being added queue behind them.
      onTheWay += 1
      return await inTurn(() => addAll(files, place)).finally(() => (onTheWay -= 1))
    },
    isAdding: () => onTheWay > 0,
    settled: () => inTurn(() => Promise.resolve()),
  }
}

/** The photos that are for the picture of the accident, where that is free or meant. */
function photosOfAccident(
  files: readonly File[],
  place: Place,
  taken: ReadonlySet<AttachmentField | null>,
): readonly File[] {
  const isFor = place === 'guessed' ? !taken.has('incidentPictureUrl') : place === 'incidentPictureUrl'
  const isPhoto = (file: File): boolean =>
    file.type.startsWith('image/') && guessField(file.name, false, new Set()) === 'incidentPictureUrl'
  return isFor ? files.filter(isPhoto) : []
}

const isPdf = ({ type, name }: File): boolean => type === 'application/pdf' || /\.pdf$/i.test(name)

/** The name of a photo that was made another kind of picture. */
function endingIn(name: string, kind: 'jpeg' | 'png'): string {
  const fits = kind === 'png' ? /\.png$/i : /\.jpe?g$/i
  return fits.test(name) ? name : `${name.replace(/\.[a-z]{3,4}$/i, '')}.${kind === 'png' ? 'png' : 'jpg'}`
}

const words: readonly (readonly [AttachmentField, RegExp])[] = [
  ['deathCertificateUrl', /death/i],
  ['medicalReportUrl', /medic|hospital|clinic|doctor|report/i],
  ['originalPolicyCertificateUrl', /policy|certificate/i],
]

/** Guesses what a new file shows from its name and kind; null if unclear or if that slot is taken. */
function guessField(
  name: string,
  isPdf: boolean,
  taken: ReadonlySet<AttachmentField | null>,
): AttachmentField | null {
  const named = words.find(([, word]) => word.test(name))?.[0] ?? null
  const guess = named ?? (isPdf ? null : 'incidentPictureUrl')
  return taken.has(guess) ? null : guess
}
