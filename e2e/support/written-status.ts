import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseReport, type WrittenReport } from '../../scripts/computers/written-report.ts'

export interface WrittenStatus {
  readonly text: string
  readonly status: WrittenReport
}

/** The report that a computer wrote into a folder; null while there is none that is complete. */
export async function writtenStatus(folder: string): Promise<WrittenStatus | null> {
  const name = (await readdir(folder)).find((one) => /^claims-desk-.*\.json$/.test(one))
  if (name === undefined) return null
  const text = await readFile(join(folder, name), 'utf8')
  const status = parseReport(text)
  return status.ok ? { text, status: status.value } : null
}
