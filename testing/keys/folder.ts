import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A separate folder for one test, removed after it. */
export function createTestFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'claims-desk-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}
