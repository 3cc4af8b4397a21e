import * as v from 'valibot'
import { IdSchema } from '../domain/draft.ts'
import {
  attachmentFields,
  attachmentLimits,
  type AttachmentAddAnswer,
  type AttachmentPart,
  type AttachmentList,
} from '../domain/attachment.ts'
import { byId, wholeNumber, answer, call, nothing } from './call.ts'
import type { UploadStatus } from '../outbox/entry-files.ts'

const claimOfFiles = v.strictObject({ claimId: IdSchema })
const index = v.pipe(wholeNumber, v.examples([0]))
/** The bytes of one part, as base64. */
const part = v.pipe(
  v.string(),
  v.maxLength(Math.ceil(attachmentLimits.part / 3) * 4),
  v.regex(/^[A-Za-z0-9+/]*={0,2}$/),
  v.examples(['/9j/']),
)

/** The files kept with a draft or an entry. */
export const attachmentCalls = {
  'attachments:list': call(claimOfFiles, answer<AttachmentList>()),
  /** The parts of a file are sent in order; the last one saves it. `id` is created by the page. */
  'attachments:add-part': call(
    v.strictObject({
      id: IdSchema,
      claimId: IdSchema,
      name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(attachmentLimits.nameLength)),
      size: v.pipe(wholeNumber, v.examples([3])),
      /** How many photos made smaller here it holds; null for a file as it is. */
      photos: v.pipe(v.nullable(wholeNumber), v.examples([null])),
      /** The slot it is for, which loses the file it had; null for none. */
      field: v.pipe(v.nullable(v.picklist(attachmentFields)), v.examples([null])),
      index,
      part,
    }),
    answer<AttachmentAddAnswer>(),
  ),
  'attachments:part': call(v.strictObject({ id: IdSchema, index }), answer<AttachmentPart>()),
  'attachments:change': call(
    v.strictObject({
      id: IdSchema,
      field: v.nullable(v.picklist(attachmentFields)),
    }),
    answer<null>(),
  ),
  'attachments:remove': call(byId, answer<null>()),

  'uploads:status': call(nothing, answer<UploadStatus>()),
  /** Tries the file store now, whatever held it back, and looks again for files that were lost. */
  'uploads:try-now': call(nothing, answer<null>()),
}
