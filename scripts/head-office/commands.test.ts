import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestFolder } from '#main/keys/testing/folder.ts'
import type { SetUpContent } from '#main/head-office/fleet-content.ts'
import { openBox, readBox } from '#main/head-office/passphrase-box.ts'
import { headOffice } from './commands.ts'
import { openFleetFile, setUpContent } from './make-files.ts'
import { readBranches } from './read-branches.ts'

const passphrase = 'nine hills and a made-up sea'
let folder: string
let said: string[]

function run(answers: readonly string[], ...args: string[]): Promise<void> {
  const left = [...answers]
  return headOffice(args, {
    ask: (question, file) =>
      Promise.resolve(file === undefined ? (left.shift() ?? question) : readFileSync(file, 'utf8')),
    say: (line) => said.push(line),
    now: () => new Date(),
    cost: { cost: 2 ** 8, blockSize: 8, parallelization: 1 },
  })
}
const at = (name: string): string => join(folder, name)

beforeEach(() => {
  folder = createTestFolder()
  said = []
  const places = [{ environment: 'live', address: 'https://api.insurer.example' }]
  writeFileSync(at('config.json'), JSON.stringify({ places, settings: { statusNames: { '1': 'Open' } } }))
})

const newFleet = (answers: readonly string[]): Promise<void> =>
  run(answers, 'new-fleet', at('config.json'), '--office', at('office'))

describe('head office’s command', () => {
  it('makes its own file once, under a passphrase that was typed twice and is hard to guess', async () => {
    await expect(newFleet(['made-up-key', 'passwordpassword'])).rejects.toThrow(/easy to guess/)
    await expect(newFleet(['made-up-key', passphrase, 'another'])).rejects.toThrow(/differ/)
    await expect(newFleet(['a key', passphrase, passphrase])).rejects.toThrow(/key/)
    expect(existsSync(at('office'))).toBe(false)
    await newFleet(['made-up-key', passphrase, passphrase])
    await expect(newFleet(['made-up-key', passphrase, passphrase])).rejects.toThrow(/EEXIST/)
    expect(readFileSync(at('office'), 'latin1')).not.toMatch(/insurer|made-up-key/)
    await run([passphrase], 'show', '--office', at('office'))
    expect(said.at(-1)).toBe('Key number 0')
    const to = ['--office', at('office'), '--out', at('shared')]
    await run([passphrase, 'made-up-key-2'], 'replace-key', ...to)
    // Every computer has to read it.
    expect(statSync(join(at('shared'), 'head-office.claims-desk')).mode & 0o777).toBe(0o644)
    await expect(run(['wrong'], 'show', '--office', at('office'))).rejects.toThrow('Wrong passphrase.')
  })

  it('makes a file for each branch under a passphrase of its own, and lists the first PINs', async () => {
    await newFleet(['made-up-key', passphrase, passphrase])
    writeFileSync(at('b.csv'), 'branch,officer,role\nIkeja,Ada,manager\n"Lagos, Yaba",Bayo,manager\n')
    const files = ['--branches', at('b.csv'), '--out', at('out')]
    await run([passphrase, ''], 'make-files', '--office', at('office'), ...files)
    expect(existsSync(join(at('out'), 'Ikeja.cdsetup'))).toBe(true)
    expect(existsSync(join(at('out'), 'Lagos-Yaba.cdsetup'))).toBe(true)
    const passphrases = readFileSync(join(at('out'), 'passphrases.csv'), 'utf8').match(
      /([a-z2-9]{4}-){4}[a-z2-9]{4}/g,
    )
    expect(new Set(passphrases).size).toBe(2)
    for (const [n, name] of ['Ikeja', 'Lagos-Yaba'].entries()) {
      const box = readBox('set-up', readFileSync(join(at('out'), `${name}.cdsetup`)))
      const opened = box.ok && (await openBox('set-up', box.value, passphrases?.[n] ?? ''))
      expect(opened).toMatchObject({ ok: true })
    }
    expect(said.join('\n')).not.toContain(passphrases?.[0])
    expect(readFileSync(join(at('out'), 'first-pins.csv'), 'utf8')).toMatch(/Ikeja,Ada,manager,\d{8}/)
  })

  it('gives a branch the passphrase of its own backups alone, and can show it again', async () => {
    const settings = { backupFolder: '/srv/backups' }
    const places = [{ environment: 'live', address: 'https://api.insurer.example' }]
    writeFileSync(at('config.json'), JSON.stringify({ places, settings }))
    await newFleet(['made-up-key', passphrase, passphrase])
    const office = await openFleetFile(readFileSync(at('office')), passphrase)
    if (!office.ok) throw new Error(office.error)
    const contentOf = (name: string): SetUpContent =>
      setUpContent(office.value, { name, officers: [] }, new Date())
    const [ikeja, yaba] = [contentOf('Ikeja'), contentOf('Yaba')]
    expect(ikeja.backupPassphrase).toMatch(/^([0-9a-z]{4}-){4}[0-9a-z]{4}$/)
    expect(yaba.backupPassphrase).not.toBe(ikeja.backupPassphrase)
    expect(contentOf('Ikeja').backupPassphrase).toBe(ikeja.backupPassphrase)
    // What it is made of is in no set-up file.
    expect(JSON.stringify(ikeja)).not.toContain(office.value.privateKey)
    await run([passphrase], 'backup-passphrase', '--office', at('office'), '--branch', 'Ikeja')
    expect(said.at(-1)).toBe(ikeja.backupPassphrase)
  })
})

describe('the table of branches', () => {
  it('is read as Excel writes it', () => {
    const text = '\ufeffBranch;Officer;Role\r\nIkeja;"Ada ""A"" Obi";manager\r\nIkeja;Bayo;\r\nYaba;;\r\n'
    expect(readBranches(text)).toEqual([
      {
        name: 'Ikeja',
        officers: [
          { name: 'Ada "A" Obi', role: 'manager' },
          { name: 'Bayo', role: 'officer' },
        ],
      },
      { name: 'Yaba', officers: [] },
    ])
  })

  it('says which line is wrong', () => {
    expect(() => readBranches('a,b\n')).toThrow(/columns/)
    expect(() => readBranches('branch,officer,role\nIkeja,Ada,boss\n')).toThrow(/Line 2/)
    expect(() => readBranches('branch,officer,role\n,Ada,manager\n')).toThrow(/Line 2/)
    expect(() => readBranches('branch,officer,role\nIkeja,Ada,officer\n')).toThrow(/no manager/)
    expect(() => readBranches('branch,officer,role\nIkeja,Ada,manager\nIkeja,ada,officer\n')).toThrow(
      /one name/,
    )
  })
})
