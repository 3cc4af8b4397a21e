import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { isAsWanted, readFuses } from './fuse-report.ts'
import { projectRoot } from './project-root.ts'

const Packaging = v.object({ asar: v.boolean(), electronFuses: v.record(v.string(), v.boolean()) })
const packaging = v.parse(
  Packaging,
  JSON.parse(readFileSync(join(projectRoot, 'electron-builder.json'), 'utf8')),
)

describe('a packaged application', () => {
  it('blows every fuse that would let someone else’s code run in it', () => {
    expect(packaging.electronFuses).toEqual({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      onlyLoadAppFromAsar: true,
      enableEmbeddedAsarIntegrityValidation: true,
      enableCookieEncryption: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    })
  })

  it('is one archive, which is what the integrity check looks at', () => {
    expect(packaging.asar).toBe(true)
  })
})

it('are read back from a program, one by one beside the configuration', async () => {
  const program = join(createTestFolder(), 'program')
  // Electron's fuse wire: its mark, version 1, the number of fuses, then one character for each. RunAsNode is on, and
  // integrity validation was never set.
  const wire = Buffer.from('1100r100')
  const mark = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX')
  const around = Buffer.alloc(64)
  writeFileSync(program, Buffer.concat([around, mark, Buffer.from([1, wire.length]), wire, around]))
  const readings = await readFuses(program)
  expect(readings).toHaveLength(8)
  expect(readings.filter((reading) => !isAsWanted(reading))).toEqual([
    { name: 'runAsNode', wanted: false, found: 'on' },
    { name: 'enableEmbeddedAsarIntegrityValidation', wanted: true, found: 'other' },
  ])
})
