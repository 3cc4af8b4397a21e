import type { TestInsurer } from '#testing/insurer/test-insurer.ts'
import { parseReport, type WrittenReport } from '../../scripts/computers/written-report.ts'

export interface WrittenStatus {
  readonly text: string
  readonly status: WrittenReport
}

/** The report that a computer wrote into head office's bucket; null while there is none that can be read. */
export function writtenStatus(server: TestInsurer): WrittenStatus | null {
  const found = server.files().find(({ name }) => /^status\/claims-desk-.*\.json$/.test(name))
  if (found === undefined) return null
  const text = found.bytes.toString()
  const status = parseReport(text)
  return status.ok ? { text, status: status.value } : null
}
