import { Uploader } from '#main/delivery/uploads/uploader.ts'
import type { UploaderOptions } from '#main/delivery/uploads/uploader-options.ts'

type Given = Pick<UploaderOptions, 'outbox' | 'rows' | 'attachments' | 'stores' | 'clock'> &
  Partial<UploaderOptions>

/** The real uploader, which nothing stops and whose backoff has no jitter unless given otherwise. */
export function plainUploader(given: Given): Uploader {
  return new Uploader({
    random: () => 0.5,
    stoppedBy: () => null,
    isOffline: () => false,
    onEntries: () => undefined,
    onStatus: () => undefined,
    onReady: () => undefined,
    ...given,
  })
}
