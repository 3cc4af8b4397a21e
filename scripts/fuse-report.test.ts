import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { isAsWanted, readFuses } from './fuse-report.ts'

const folder = mkdtempSync(join(tmpdir(), 'fuses-'))
const program = join(folder, 'program')
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))

/** A program with Electron's fuse wire in it: its mark, version 1, the number of fuses, then one character for each. */
function writeProgram(wire: string): void {
  const mark = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX')
  const head = Buffer.from([1, wire.length])
  writeFileSync(program, Buffer.concat([Buffer.alloc(64), mark, head, Buffer.from(wire), Buffer.alloc(64)]))
}

describe('the fuses of a program', () => {
  it('are listed one by one beside the configuration', async () => {
    // RunAsNode is on, and integrity validation was never set.
    writeProgram('1100r100')
    const readings = await readFuses(program)
    expect(readings).toHaveLength(8)
    expect(readings.filter((reading) => !isAsWanted(reading))).toEqual([
      { name: 'runAsNode', wanted: false, found: 'on' },
      { name: 'enableEmbeddedAsarIntegrityValidation', wanted: true, found: 'other' },
    ])
  })
})
