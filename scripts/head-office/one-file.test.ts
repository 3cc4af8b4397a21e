import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { packHeadOffice } from '../pack-head-office.ts'
import { noteOnUpdates } from '../pack-note.ts'

let file = ''
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'claims-desk-'))
  file = await packHeadOffice(folder)
  return () => rmSync(folder, { recursive: true, force: true })
}, 60_000)

// Each command that opens head office's file derives a key, which takes half a second on purpose.
describe('head-office.mjs', { timeout: 60_000 }, () => {
  const runIn = (folder: string, ...args: string[]) => {
    const ran = spawnSync(process.execPath, [file, ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { SystemRoot: process.env['SystemRoot'] },
    })
    return { code: ran.status, printed: ran.stdout, said: ran.stderr }
  }

  it('works in an empty folder, without anything beside it', () => {
    const folder = createTestFolder()
    const run = (...args: string[]) => runIn(folder, ...args)
    expect(run('--help')).toMatchObject({
      code: 0,
      printed: expect.stringContaining('node head-office.mjs COMMAND') as unknown,
      said: '',
    })
    expect(run()).toMatchObject({ code: 0 })
    expect(run('make-file')).toMatchObject({
      code: 2,
      said: expect.stringMatching(/^There is no command make-file/) as unknown,
    })
    expect(run('check-policy', 'none.json')).toMatchObject({ code: 2 })
    expect(run('new', 'none.json', '--office', 'x')).toMatchObject({
      code: 2,
      said: 'There is no none.json.\n',
    })
    writeFileSync(join(folder, 'config.json'), '{"liveBaseUrl": "https://api.insurer.example"}')
    writeFileSync(join(folder, 'passphrase'), 'nine hills and a made-up sea\n')
    writeFileSync(join(folder, 'key'), 'made-up-key')
    writeFileSync(join(folder, 'branches.csv'), 'branch,officer,role\nIkeja,Ada,manager\n')
    mkdirSync(join(folder, 'files'))
    const office = ['--office', 'office.cdfleet', '--passphrase-file', 'passphrase']
    const given = ['--files-passphrase-file', 'passphrase']
    expect(run('new', 'config.json', ...office, '--key-file', 'key')).toMatchObject({ code: 0 })
    const made = run('make-files', ...office, '--branches', 'branches.csv', '--out', 'files', ...given)
    expect(made).toMatchObject({ code: 0, said: '' })
    expect(existsSync(join(folder, 'files/Ikeja.cdsetup'))).toBe(true)
    expect(
      run('change', ...office, '--out', 'files', '--new-key', 'live', '--key-file', 'key'),
    ).toMatchObject({ code: 0 })
    expect(run('statuses', 'files')).toMatchObject({ code: 0 })
    expect(run('statuses', 'none')).toMatchObject({ code: 2 })
    expect(run('show', ...office).printed).toMatch(/\nNumber 1\nBranch Ikeja\n$/)
    const made2 = run('sign-manifest', 'make-key', 'key.pem', '--passphrase-file', 'passphrase')
    expect(made2).toMatchObject({ code: 0, said: '' })
  })

  it('says which Node it needs', () => {
    const old = "Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } })"
    const ran = spawnSync(process.execPath, ['--import', `data:text/javascript,${old}`, file, '--help'], {
      encoding: 'utf8',
    })
    expect(ran).toMatchObject({
      status: 2,
      stdout: '',
      stderr: 'head-office.mjs needs Node 24 or later: https://nodejs.org\n',
    })
  })

  it('asks for nothing but Node, and brings the licences of what is in it', () => {
    const text = readFileSync(file, 'utf8')
    const asked = [...text.matchAll(/^import .* from "([^"]+)";$/gm)].map(([, name = '']) => name)
    expect(asked).toContain('node:crypto')
    expect(asked.filter((name) => !builtinModules.includes(name.replace(/^node:/, '')))).toEqual([])
    expect(text).toMatch(/\n\/\*\n[^]*valibot [^]*MIT/)
  })
})

describe('a pack', () => {
  it('says where it takes no updates', () => {
    expect(noteOnUpdates(undefined)).toMatch(/takes no updates/)
    expect(noteOnUpdates('no key')).toMatch(/takes no updates/)
    expect(noteOnUpdates(`${'A'.repeat(43)}= ${'B'.repeat(43)}=`)).toBeNull()
  })
})
