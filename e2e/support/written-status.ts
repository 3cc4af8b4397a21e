import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseComputerStatus, type ComputerStatus } from '#shared/computer-status.ts'

export interface WrittenStatus {
  readonly text: string
  readonly status: ComputerStatus
}

/** The status that a computer wrote into a folder; null while there is none that is complete. */
export async function writtenStatus(folder: string): Promise<WrittenStatus | null> {
  const name = (await readdir(folder)).find((one) => one.endsWith('.json'))
  if (name === undefined) return null
  const text = await readFile(join(folder, name), 'utf8')
  const status = parseComputerStatus(text)
  return status.ok ? { text, status: status.value } : null
}
