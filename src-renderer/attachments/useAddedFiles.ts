import { shallowRef } from 'vue'
import type { AttachmentField, AttachmentFile, AttachmentRefusal } from '#shared/domain/attachment.ts'
import type { Failure } from '#shared/failure.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import type { Result } from '#shared/result.ts'
import { t } from '#renderer/i18n/index.ts'
import type { Batch } from './file-batches.ts'
import { sendFile, type FileToSend } from './file-parts.ts'
import { loadPhotoPdf, loadSmallerPhoto, picturesOf } from './kept-pictures.ts'
import type { Attachments } from './useAttachments.ts'

/** Up to this many in one PDF are as large as a photo alone. */
const fewPhotos = 10
/** Bytes of a page beside its photo, at most. */
const bytesOfPage = 600

/** A file that was refused, and why; `partial` alone was kept. */
export interface Refused {
  readonly name: string
  readonly why: AttachmentRefusal | 'undecodable' | 'not-saved' | 'too-many-photos' | 'partial'
  /** The slot it was for; null for none. */
  readonly field: AttachmentField | null
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
export type FilePlace = AttachmentField | null | 'guessed'

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

/** Adds files to a claim, photos made smaller first, one after the other. */
export function useAddedFiles({ claimId, attachments, ready, taken, onKept }: AddedFilesOptions) {
  const refused = shallowRef<readonly Refused[]>([])
  const adding = shallowRef<Adding | null>(null)
  const inTurn = oneAtATime()
  let onTheWay = 0

  /** Where what is being added was put: what is refused is said there. */
  let at: AttachmentField | null = null

  function refuse(name: string, why: Refused['why'], place: FilePlace = at): null {
    const field = place === 'guessed' ? null : place
    // The same file may have been dropped again meanwhile: each is said once.
    const others = refused.value.filter((one) => one.name !== name || one.field !== field)
    refused.value = [...others, { name, why, field }]
    return null
  }
  async function send(file: FileToSend): Promise<AttachmentFile | null> {
    const { name, field } = file
    adding.value = { name, field, share: 0 }
    const answer = await sendFile(claimId, file, (share) => (adding.value = { name, field, share }))
    if (!attachments.noted(answer) || answer.value.type === 'more') return null
    return answer.value.type === 'refused' ? refuse(name, answer.value.why) : answer.value.file
  }
  /** The file with photos made here that a slot has, to which more can be added. */
  const photosIn = (field: AttachmentField | null): AttachmentFile | undefined =>
    attachments.list.value.files.find(
      (file) => field !== null && file.field === field && file.photos !== null && file.state === 'kept',
    )
  /** Adds what goes to one place: photos to those that are there, as one PDF if they are several. */
  async function addBatch({ field, files }: Batch, extend: boolean): Promise<readonly AttachmentFile[]> {
    const { isSamePdf, mostPdfBytes, pdfOfPhotos } = await loadPhotoPdf()
    const { smallerPhoto } = await loadSmallerPhoto()
    const before = extend ? photosIn(field) : undefined
    const pages = before === undefined ? [] : [...(await picturesOf(before, true))]
    const earlier = pages.length
    const wanted = earlier + files.length
    const purpose = wanted === 1 ? 'alone' : wanted > fewPhotos ? 'one-of-many' : 'a-page'
    const made: FileToSend[] = []
    const asTheyAre: FileToSend[] = []
    for (const file of files) {
      const { name } = file
      adding.value = { name, field, share: null }
      const photo = await smallerPhoto(file, purpose)
      // A PDF, or main says what is wrong with it; it does not take the place of photos.
      if (photo.type === 'as-it-is')
        asTheyAre.push({ name, bytes: file, photos: null, field: wanted === 1 ? field : null })
      else if (photo.type !== 'drawn') refuse(name, photo.type)
      else if (pages.some((page) => isSamePdf(page, photo.bytes))) refuse(name, 'already-there')
      else if (sizeOf([...pages, photo.bytes]) > mostPdfBytes) refuse(name, 'too-many-photos')
      else {
        pages.push(photo.bytes)
        if (photo.isPartial === true) refuse(name, 'partial')
        made.push({ name: endingIn(name, photo.kind), bytes: photo.bytes, photos: 1, field })
      }
    }
    const together =
      pages.length > 1 && made.length > 0 ? photosFile(pdfOfPhotos(pages), pages.length, field) : made[0]
    const all: AttachmentFile[] = []
    for (const file of [...(together === undefined ? [] : [together]), ...asTheyAre]) {
      const kept = await send(file)
      if (kept === null) continue
      all.push(kept)
      if (file === together && before !== undefined && earlier > 0) await attachments.remove(before)
    }
    return all
  }
  async function addAll(
    files: readonly File[],
    place: FilePlace,
    extend: boolean,
  ): Promise<readonly AttachmentFile[]> {
    const all: AttachmentFile[] = []
    attachments.failure.value = null
    // The form says why: without its draft, main takes no file.
    if (!(await ready()).ok) {
      for (const { name } of files) refuse(name, 'not-saved', place)
      return all
    }
    const open = (field: AttachmentField | null): boolean => photosIn(field) !== undefined
    const hasFailed = (): boolean => attachments.failure.value !== null
    const { batchesOf } = await import('./file-batches.ts')
    for (const batch of batchesOf(files, place, taken(), open)) {
      if (hasFailed()) break
      at = place === 'guessed' ? batch.field : place
      const kept = await addBatch(batch, extend)
      if (kept.length > 0) await attachments.read()
      kept.forEach(onKept)
      all.push(...kept)
    }
    return all
  }

  return {
    refused,
    adding,
    /** Clears what was refused for one slot, or for none, once the officer has read it. */
    dismiss: (field: AttachmentField | null) =>
      void (refused.value = refused.value.filter((one) => one.field !== field)),
    /**
     * @param place of the photos, or else of the first file; where the others go is guessed.
     * @param extend photos are added to those in their slot, instead of taking their place.
     * @returns the files that were kept.
     */
    async add(files: readonly File[], place: FilePlace, extend: boolean): Promise<readonly AttachmentFile[]> {
      if (adding.value === null) refused.value = []
      // Files dropped while others are being added queue behind them.
      onTheWay += 1
      return await inTurn(() => addAll(files, place, extend)).finally(() => {
        onTheWay -= 1
        adding.value = null
      })
    },
    isAdding: () => onTheWay > 0,
    /** Waits until every file being added was kept or refused. */
    settled: () => inTurn(() => Promise.resolve()),
  }
}

function photosFile(
  bytes: Uint8Array<ArrayBuffer> | null,
  photos: number,
  field: AttachmentField | null,
): FileToSend {
  if (bytes === null) throw new Error('A photo that was made here is no JPEG')
  return { name: `${t('attachments.photos', { n: photos })}.pdf`, bytes, photos, field }
}

const sizeOf = (pages: readonly Uint8Array[]): number =>
  pages.reduce((sum, { length }) => sum + length + bytesOfPage, 0)
/** The name of a photo that was made another kind of picture. */
function endingIn(name: string, kind: 'jpeg' | 'png'): string {
  const fits = kind === 'png' ? /\.png$/i : /\.jpe?g$/i
  return fits.test(name) ? name : `${name.replace(/\.[a-z]{3,4}$/i, '')}.${kind === 'png' ? 'png' : 'jpg'}`
}
