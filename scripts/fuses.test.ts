import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
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
