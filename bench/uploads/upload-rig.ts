import { randomBytes } from 'node:crypto'
import { attachmentFields, attachmentLimits, type AttachmentField } from '#shared/domain/attachment.ts'
import type { FileStore } from '#shared/domain/file-store.ts'
import { newId } from '#shared/domain/identifier.ts'
import { openTestAttachmentStore, type TestAttachmentStore } from '#testing/attachments/attachment-store.ts'
import { testAccessKey } from '#testing/insurer/test-insurer.ts'
import { createObjectStore } from '#main/file-store/s3-object-store.ts'
import { directNetwork } from '#main/network/network.ts'
import { submissionWithFiles } from '#testing/outbox/made-up.ts'
import { systemClock } from '#main/platform/clock.ts'
import { createUploadRows } from '#main/delivery/uploads/upload-rows.ts'
import { plainUploader } from '#testing/uploads/plain-uploader.ts'

/** The real outbox, sealed files, uploader and client of the store, in a folder. */
export class UploadRig {
  readonly #kept: TestAttachmentStore

  constructor(folder: string) {
    this.#kept = openTestAttachmentStore(folder)
  }

  /** Accepts a claim with a file of so many bytes in each slot. @returns their bytes */
  async accept(size: number): Promise<readonly Buffer[]> {
    const files = attachmentFields.map(() => {
      const bytes = randomBytes(size)
      bytes.set([0xff, 0xd8, 0xff, 0xe0])
      return bytes
    })
    const submission = submissionWithFiles(attachmentFields)
    const accepted = this.#kept.outbox.accept(submission, new Date().toISOString())
    if (!accepted.ok) throw new Error(accepted.error.type)
    for (const [place, field] of attachmentFields.entries()) {
      await this.#add(submission.id, field, files[place] ?? Buffer.of())
    }
    return files
  }

  /** Uploads the files of the claim that waits, from a start of the uploader on. @returns milliseconds until their links are in */
  async upload(store: FileStore): Promise<number> {
    const { outbox, store: attachments, database, protection } = this.#kept
    const ready = Promise.withResolvers<undefined>()
    const now = (): Date => new Date()
    const uploader = plainUploader({
      outbox,
      rows: createUploadRows(database, protection),
      attachments,
      stores: {
        current: () => store,
        open: (used) =>
          Promise.resolve({
            objects: createObjectStore({
              store: used,
              accessKey: testAccessKey,
              network: directNetwork,
              now,
            }),
            check: () => Promise.reject(new Error('a store that works was to be checked')),
          }),
      },
      clock: systemClock,
      random: Math.random,
      onReady: () => ready.resolve(undefined),
    })
    const startedMs = performance.now()
    uploader.start()
    await ready.promise
    const tookMs = performance.now() - startedMs
    await uploader.stop()
    return tookMs
  }

  async close(): Promise<void> {
    await this.#kept.store.close()
    this.#kept.database.close()
  }

  async #add(claimId: string, field: AttachmentField, bytes: Buffer): Promise<void> {
    const whole = { id: newId(), claimId, name: 'made up.jpg', size: bytes.length, photos: null, field }
    const { part } = attachmentLimits
    for (let index = 0; index * part < bytes.length; index += 1) {
      const some = bytes.subarray(index * part, (index + 1) * part)
      const answer = await this.#kept.store.addPart(
        { ...whole, index, bytes: some },
        new Date().toISOString(),
      )
      if (!answer.ok || answer.value.type === 'refused') throw new Error(JSON.stringify(answer))
    }
  }
}
