import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { readText, writeDurably } from '../platform/durable-file.ts'

const FileSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ id: v.pipe(v.string(), v.regex(/^[0-9a-f]{10}$/)) }),
)

/**
 * The id of this installation in file names of head office's folders, kept in `<data folder>/computer.json`. Random: it
 * says nothing about the computer.
 * @returns null while the disk cannot keep it: another id each time would leave a file each time.
 */
export async function installationId(dataFolder: string): Promise<string | null> {
  const file = join(dataFolder, 'computer.json')
  const text = await readText(file)
  if (!text.ok) return null
  const found = v.safeParse(FileSchema, text.value)
  if (found.success) return found.output.id
  const id = randomBytes(5).toString('hex')
  const written = await writeDurably(file, `${JSON.stringify({ id })}\n`)
  return written.ok ? id : null
}
