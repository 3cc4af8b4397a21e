import type { UploadStatus } from '../outbox/entry-files.ts'
import { nothing } from './arguments.ts'
import { answer, call } from './call.ts'

/** The files of claims on their way to the merchant's file store. */
export const uploadCalls = {
  'uploads:status': call({ takes: nothing, answers: answer<UploadStatus>() }),
  /** Tries the file store now, whatever held it back, and looks again for files that were lost. */
  'uploads:try-now': call({ takes: nothing, answers: answer<null>() }),
}
