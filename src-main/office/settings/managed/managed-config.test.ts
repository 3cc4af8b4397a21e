import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { managedFields, unmanaged } from '#shared/managed-settings.ts'
import { err, ok } from '#shared/result.ts'
import type { Log } from '#main/platform/log.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import {
  logProblems,
  noManagedConfig,
  ofFile,
  ofRegistry,
  readManagedConfig,
  type ManagedConfig,
} from './managed-config.ts'
import { registryKey } from './windows-registry.ts'

/** Where the policy cannot be read. */
const strictest = { sharedOutbox: false, lockAfterMinutes: 1 }

async function read(text: string | null, mode = 0o644): Promise<ManagedConfig & { readonly file: string }> {
  const file = join(createTestFolder(), 'policy.json')
  if (text !== null) {
    writeFileSync(file, text)
    chmodSync(file, mode)
  }
  const owners = [process.getuid?.() ?? 0]
  return { ...(await ofFile({ file, owners, checksFolders: false })), file }
}

describe('the policy of a computer', () => {
  it('reports what is managed, and what is wrong with the rest', async () => {
    const { values, managed, file } = await read(
      '\uFEFF{"environments":["live"],"pinMinimumLength":8,"lockAfterMinutes":-1,"secretKey":"made-up"}',
    )
    expect(values).toEqual({ environments: ['live'], pinMinimumLength: 8 })
    expect(managed).toEqual({
      source: 'file',
      place: file,
      fields: ['environments', 'pinMinimumLength'],
      environments: ['live'],
      secretRules: { minimumLength: 8, needsLetters: false },
      problems: [
        { type: 'looks-secret', name: 'secretKey' },
        { type: 'bad-value', field: 'lockAfterMinutes' },
      ],
    })
  })

  it('manages nothing when there is none', async () => {
    const { values, managed, file } = await read(null)
    expect({ values, managed }).toEqual({ values: {}, managed: { ...unmanaged, place: file } })
  })

  it.each([
    ['not-json', '{"lockAfterMinutes": 5', 0o644],
    ['not-json', '[]', 0o644],
    ['not-json', '', 0o644],
    ['unprotected', '{"lockAfterMinutes":5}', 0o666],
  ])('lets nothing be changed and reports that it is %s: %s', async (why, text, mode) => {
    const { values, managed, file } = await read(text, mode)
    expect({ values, managed }).toEqual({
      values: strictest,
      managed: {
        ...unmanaged,
        source: 'file',
        place: file,
        fields: managedFields,
        problems: [{ type: 'not-read', why }],
      },
    })
  })

  it('is unknown on a system without a place for it', async () => {
    expect(await readManagedConfig('aix')).toEqual(noManagedConfig)
  })

  it('is logged without values, and without the names of unknown fields', async () => {
    const events: unknown[] = []
    const log: Log = {
      event: (name, codes) => void events.push(codes === undefined ? [name] : [name, codes]),
    }
    logProblems(log, await read('{"lockAfterMinutes":-1,"secretKey":"made-up","ada":1,"startAtLogin":true}'))
    logProblems(log, await read('nonsense'))
    logProblems(log, await read(null))
    expect(events).toEqual([
      ['policy-read', { from: 'file', fields: 1 }],
      ['policy-looks-secret'],
      ['policy-unknown-field'],
      ['policy-bad-value', { field: 'lockAfterMinutes' }],
      ['policy-read', { from: 'file', fields: managedFields.length }],
      ['policy-not-read', { why: 'not-json' }],
    ])
  })
})

describe('the policy on Windows', () => {
  it('is what the registry sets', () => {
    const { values, managed } = ofRegistry(ok({ lockAfterMinutes: 3 }))
    expect(values).toEqual({ lockAfterMinutes: 3 })
    expect(managed).toMatchObject({ source: 'registry', place: registryKey, problems: [] })
  })

  it('manages nothing when the registry sets nothing', () => {
    expect(ofRegistry(ok(null))).toEqual({ values: {}, managed: { ...unmanaged, place: registryKey } })
  })

  it('lets nothing be changed and reports it when the registry cannot be read', () => {
    expect(ofRegistry(err('not-asked'))).toEqual({
      values: strictest,
      managed: {
        ...unmanaged,
        source: 'registry',
        place: registryKey,
        fields: managedFields,
        problems: [{ type: 'not-read', why: 'not-asked' }],
      },
    })
  })
})
