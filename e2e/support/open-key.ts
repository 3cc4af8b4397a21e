import * as v from 'valibot'

const FileSchema = v.pipe(v.string(), v.parseJson(), v.object({ open: v.string() }))
const ContentSchema = v.pipe(v.string(), v.parseJson(), v.object({ data: v.string() }))

/** The data key in the text of its file, as it lies in the open where there is no keyring. */
export function openKeyIn(text: string): { readonly bytes: Uint8Array } {
  const { open } = v.parse(FileSchema, text)
  const { data } = v.parse(ContentSchema, Buffer.from(open, 'base64').toString('utf8'))
  return { bytes: new Uint8Array(Buffer.from(data, 'base64')) }
}
