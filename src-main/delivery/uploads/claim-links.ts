import type { AttachmentField } from '#shared/domain/attachment.ts'
import { isStorageFailure } from '#main/platform/sqlite.ts'
import type { Upload } from './upload-rows.ts'
import type { Loop } from '#main/platform/loop.ts'
import type { Sending } from './sending.ts'
import type { Stores } from './stores.ts'
import type { UploaderOptions } from './uploader-options.ts'
import type { Uploads } from './uploads.ts'
import type { WaitingClaim, WaitingClaims } from './waiting-claims.ts'

/** A file that was proved longer ago is looked at again before a claim is frozen with its link. */
const provedForMs = 60 * 60_000

interface MadeLink {
  /** Of the upload. */
  readonly id: string
  readonly field: AttachmentField
  readonly link: string
}

interface ClaimLinksOptions extends Pick<UploaderOptions, 'outbox' | 'rows' | 'clock' | 'onReady'> {
  readonly loop: Loop
  readonly stores: Stores
  readonly sending: Sending
  readonly changed: (entryId: string) => void
  readonly unwritten: () => void
}

/** Puts the links of a claim's files into its body, once all of them are in the store. */
export class ClaimLinks {
  readonly #options: ClaimLinksOptions
  readonly #claims: WaitingClaims
  readonly #uploads: Uploads

  constructor(options: ClaimLinksOptions, claims: WaitingClaims, uploads: Uploads) {
    this.#options = options
    this.#claims = claims
    this.#uploads = uploads
  }

  start(): void {
    const { loop, stores } = this.#options
    for (const claim of this.#claims.all()) {
      const job = `links/${claim.entry.id}`
      const uploads = provedOf(claim)
      if (uploads === null || loop.has(job)) continue
      const isOpen = uploads.every(({ record }) => stores.holdOf(record.store) === null)
      if (isOpen) loop.start(job, (signal) => this.#make(claim.entry.id, uploads, signal))
    }
  }

  // The clock of this computer may have been set since.
  #isProved(at: string | null): boolean {
    return at !== null && Math.abs(this.#options.clock.now().getTime() - Date.parse(at)) <= provedForMs
  }

  async #make(entryId: string, uploads: readonly Upload[], signal: AbortSignal): Promise<() => void> {
    const { stores, sending } = this.#options
    const made: MadeLink[] = []
    for (const upload of uploads) {
      const { name, store, field, provedAt } = upload.record
      const opened = await stores.open(store)
      if (opened === null) return () => stores.failed(store, 'no-store')
      if (!this.#isProved(provedAt)) {
        const end = await sending.lookAgain(upload, opened.objects, signal)
        if (end.type !== 'proved') return () => this.#uploads.took(upload, end)
      }
      made.push({ id: upload.id, field, link: opened.objects.link(name) })
    }
    return () => this.#put(entryId, made)
  }

  #put(entryId: string, made: readonly MadeLink[]): void {
    const { rows, outbox, onReady, changed, unwritten } = this.#options
    // A file that meanwhile goes to another store is removed from this one: its link would show nothing.
    const wanted = new Set(rows.ofEntry(entryId).map(({ id }) => id))
    if (!made.every(({ id }) => wanted.has(id))) return
    const links = Object.fromEntries(made.map(({ field, link }) => [field, link]))
    const put = outbox.putLinks(entryId, links, () => rows.linkedWithin(made))
    changed(entryId)
    if (put.ok) onReady()
    // An officer may have taken it back meanwhile.
    else if (isStorageFailure(put.error)) unwritten()
  }
}

function provedOf({ fields, uploads }: WaitingClaim): readonly Upload[] | null {
  const proved = fields.flatMap((field) => uploads.get(field) ?? [])
  const isWhole = proved.length === fields.length && proved.every(({ state }) => state === 'proved')
  return isWhole ? proved : null
}
