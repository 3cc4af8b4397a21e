import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestFolder } from '#main/keys/testing/folder.ts'
import { backupPassphraseOf } from '#main/head-office/backup-passphrase.ts'
import type { SetUpContent } from '#main/head-office/fleet-content.ts'
import { openBox, readBox } from '#main/head-office/passphrase-box.ts'
import { headOffice } from './commands.ts'
import { openFleetFile, setUpContent, type Branch } from './make-files.ts'
import { readBranches } from './read-branches.ts'

const noSecret = (file: string): string => {
  throw new Error(`${file} is not read.`)
}
const passphrase = 'nine hills and a made-up sea'
let folder: string
let said: string[]

function run(answers: readonly string[], ...args: string[]): Promise<number> {
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

const newFleet = (answers: readonly string[]): Promise<number> =>
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
    mkdirSync(at('shared'))
    await run([passphrase, 'made-up-key-2'], 'replace-key', ...to)
    // Every computer has to read it.
    expect(statSync(join(at('shared'), 'head-office.claims-desk')).mode & 0o777).toBe(0o644)
    await expect(run(['wrong'], 'show', '--office', at('office'))).rejects.toThrow('Wrong passphrase.')
  })

  it('makes a file for each branch under a passphrase of its own, and lists the first PINs', async () => {
    await newFleet(['made-up-key', passphrase, passphrase])
    writeFileSync(at('b.csv'), 'branch,officer,role\nIkeja,Ada,manager\n"Lagos, Yaba",Bayo,manager\n')
    const files = ['--branches', at('b.csv'), '--out', at('out')]
    mkdirSync(at('out'))
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
      setUpContent(office.value, { name, officers: [], accessKey: null }, new Date())
    const [ikeja, yaba] = [contentOf('Ikeja'), contentOf('Yaba')]
    const passphraseOf = ({ branchSecret, backupSalt }: SetUpContent): string =>
      backupPassphraseOf(branchSecret, backupSalt ?? '')
    expect(passphraseOf(ikeja)).toMatch(/^([0-9a-z]{4}-){4}[0-9a-z]{4}$/)
    expect(passphraseOf(yaba)).not.toBe(passphraseOf(ikeja))
    expect(passphraseOf(contentOf('Ikeja'))).toBe(passphraseOf(ikeja))
    // What it is made of is in no set-up file.
    expect(JSON.stringify(ikeja)).not.toContain(office.value.privateKey)
    const show = ['backup-passphrase', '--office', at('office'), '--branch', 'Ikeja']
    await run([passphrase], ...show)
    expect(said).toEqual([expect.stringContaining('Wrote'), passphraseOf(ikeja)])
    // A signed file replaces them all; earlier backups open by the earlier ones.
    mkdirSync(at('out'))
    const to = ['--office', at('office'), '--out', at('out'), '--new-backup-passphrase']
    await run([passphrase, 'made-up-key-2'], 'replace-key', ...to)
    said = []
    await run([passphrase], ...show)
    expect(said).toEqual([expect.not.stringMatching(passphraseOf(ikeja)), passphraseOf(ikeja)])
  })
})

describe('traps', () => {
  const flat = {
    endpoint: 'https://s3.store.example',
    region: 'auto',
    bucket: 'claims',
    style: 'path',
    links: 'public',
    publicBase: 'https://files.example',
  }
  const config = (...places: object[]): void => writeFileSync(at('config.json'), JSON.stringify({ places }))
  const live = { environment: 'live', address: 'https://api.insurer.example' }
  const sandbox = { environment: 'sandbox', address: 'https://test.insurer.example' }
  const contentOf = async (branch: Partial<Branch>): Promise<SetUpContent> => {
    const office = await openFleetFile(readFileSync(at('office')), passphrase)
    if (!office.ok) throw new Error(office.error)
    return setUpContent(office.value, { name: 'Ikeja', officers: [], accessKey: null, ...branch }, new Date())
  }

  it('a file store has the fields that it has in a policy, and what is wrong is said with what is valid', async () => {
    config({ ...live, fileStore: { ...flat, links: 'open', accessKeyId: 'branches' } })
    await expect(newFleet(['made-up-key'])).rejects.toThrow(
      /fileStore of live.* at links. Valid: public or signed/,
    )
    config({ ...live, fileStore: { ...flat, public: true } })
    await expect(newFleet(['made-up-key'])).rejects.toThrow(/a field public. Valid: accessKeyId, endpoint/)
    writeFileSync(at('config.json'), '{ "places": [,] }')
    await expect(newFleet([])).rejects.toThrow(/is not JSON/)
    config({ ...live, fileStore: { ...flat, accessKeyId: 'branches' } })
    await newFleet(['made-up-key', 'made-up-secret', passphrase, passphrase])
    expect((await contentOf({})).places[0]?.fileStore).toEqual({
      store: {
        ...{ endpoint: flat.endpoint, region: 'auto', bucket: 'claims', prefix: '', style: 'path' },
        links: { type: 'public', base: flat.publicBase },
      },
      accessKey: { id: 'branches', secret: 'made-up-secret' },
    })
  })

  it('each environment has its own key, also where files hold them', async () => {
    config(live, sandbox)
    writeFileSync(at('live'), 'made-up-live')
    writeFileSync(at('sandbox'), 'made-up-sandbox')
    const make = (...keys: string[]): Promise<number> =>
      run([passphrase, passphrase], 'new-fleet', at('config.json'), '--office', at('office'), ...keys)
    await expect(make('--key-file', at('live'))).rejects.toThrow(/--key-file live=/)
    await expect(
      make('--key-file', `live=${at('live')}`, '--key-file', `sandbox=${at('live')}`),
    ).rejects.toThrow('The keys of live and sandbox are the same.')
    expect(existsSync(at('office'))).toBe(false)
    await make('--key-file', `live=${at('live')}`, '--key-file', `sandbox=${at('sandbox')}`)
    expect((await contentOf({})).places.map(({ key }) => key)).toEqual(['made-up-live', 'made-up-sandbox'])
  })

  it('branches may have access keys of their own, which later files leave as they are', async () => {
    config({ ...live, fileStore: flat })
    await newFleet(['made-up-key', passphrase, passphrase])
    await expect(contentOf({})).rejects.toThrow('Ikeja has no access key')
    const accessKey = { id: 'ikeja', secret: 'made-up' }
    expect((await contentOf({ accessKey })).places[0]?.fileStore?.accessKey).toEqual(accessKey)
    const table = `branch,officer,role,accessKeyId,secretFile\nIkeja,Ada,manager,ikeja,${at('secret')}\nIkeja,Bayo,,,\n`
    expect(readBranches(table, (file) => `in ${file}`)[0]?.accessKey).toEqual({
      id: 'ikeja',
      secret: `in ${at('secret')}`,
    })
    expect(() => readBranches('branch,accessKeyId\nIkeja,ikeja\n', noSecret)).toThrow(
      /Line 2.*belong together/,
    )
    mkdirSync(at('out'))
    const to = ['--office', at('office'), '--out', at('out'), '--access-key-id', 'new']
    await expect(run([passphrase, 'made-up-key-2'], 'replace-key', ...to)).rejects.toThrow(
      /Each branch has its own/,
    )
  })

  it('an older copy of head office’s file gives no number twice', async () => {
    await newFleet(['made-up-key', passphrase, passphrase])
    mkdirSync(at('out'))
    const replace = (key: string, ...more: string[]): Promise<number> =>
      run([passphrase, key], 'replace-key', '--office', at('office'), '--out', at('out'), ...more)
    await replace('made-up-key-1')
    copyFileSync(at('office'), at('copy'))
    await replace('made-up-key-2', '--new-secret')
    await replace('made-up-key-3')
    const kept = readFileSync(join(at('out'), 'head-office.claims-desk'))
    copyFileSync(at('copy'), at('office'))
    await expect(replace('made-up-key-4')).rejects.toThrow(
      /an older copy, or another's. Nothing was written./,
    )
    expect(readFileSync(join(at('out'), 'head-office.claims-desk'))).toEqual(kept)
    expect(readFileSync(at('office'))).toEqual(readFileSync(at('copy')))
  })

  it('nothing is overwritten, and no folder is made in place of a share', async () => {
    await newFleet(['made-up-key', passphrase, passphrase])
    writeFileSync(at('b.csv'), 'branch,officer,role\nIkeja,Ada,manager\n')
    const files = ['make-files', '--office', at('office'), '--branches', at('b.csv'), '--out', at('out')]
    await expect(run([passphrase, ''], ...files)).rejects.toThrow(/no folder .*share connected/)
    await expect(
      run([passphrase, 'made-up-key-2'], 'replace-key', '--office', at('office'), '--out', at('out')),
    ).rejects.toThrow(/no folder/)
    await run([passphrase], 'show', '--office', at('office'))
    expect(said.at(-1)).toBe('Key number 0')
    mkdirSync(at('out'))
    writeFileSync(join(at('out'), 'first-pins.csv'), 'those of all branches')
    await expect(run([passphrase, ''], ...files)).rejects.toThrow(/first-pins.csv is there already/)
    expect(readdirSync(at('out'))).toEqual(['first-pins.csv'])
  })

  it('what all set-up files open by is typed twice, and a table that Excel broke is refused', async () => {
    await newFleet(['made-up-key', passphrase, passphrase])
    mkdirSync(at('out'))
    writeFileSync(at('b.csv'), 'branch\nIkeja\n')
    const files = ['make-files', '--office', at('office'), '--branches', at('b.csv'), '--out', at('out')]
    await expect(run([passphrase, passphrase, 'another'], ...files)).rejects.toThrow(/differ/)
    for (const bytes of [Buffer.from([0x62, 0x0a, 0xcc]), Buffer.from('branch\n\ufffdjebu\n')]) {
      writeFileSync(at('b.csv'), bytes)
      await expect(run([passphrase, ''], ...files)).rejects.toThrow(/CSV UTF-8/)
    }
  })

  it('no first PIN begins with a 0, which tables drop', async () => {
    await newFleet(['made-up-key', passphrase, passphrase])
    const officers = Array.from({ length: 150 }, (_, n) => ({
      name: `Officer ${n}`,
      role: 'manager' as const,
    }))
    const pins = (await contentOf({ officers })).officers.map(({ firstPin }) => firstPin)
    expect(pins.filter((pin) => !/^[1-9]\d{7}$/.test(pin))).toEqual([])
  })

  it('an unknown command shows all of them', async () => {
    expect(await run([], 'make-file')).toBe(2)
    expect(said.at(-1)).toContain('There is no command like that: make-file')
    expect(await run([], '--help')).toBe(0)
    expect(said.at(-1)).toContain('check-policy POLICY.json')
  })
})

describe('a policy that is checked', () => {
  const check = (text: string | Buffer): Promise<number> => {
    writeFileSync(at('policy.json'), text)
    return run([], 'check-policy', at('policy.json'))
  }
  it('applies as it would on a computer', async () => {
    expect(await check('\ufeff{ "lockAfterMinutes": 5, "branchName": "Ikeja" }')).toBe(0)
    expect(said).toEqual(['Applies: lockAfterMinutes, branchName.'])
  })
  it('has each of its problems said, with what is valid', async () => {
    expect(await check('{ "lockAfterMinutes": 5000, "apiKey": "x", "colour": 1, "language": "en" }')).toBe(1)
    expect(said.join('\n')).toContain('Valid: whole minutes from 0 to 480; 0 never locks.')
    expect(said.join('\n')).toContain('“apiKey” looks like a secret')
    expect(said.join('\n')).toContain('“colour” is not known')
    expect(said.at(-1)).toBe('Applies: nothing.')
  })
  it('stops every computer where it is no JSON', async () => {
    for (const text of ['{ "branchName": "Ikeja", }', '[]', Buffer.from([0xcc])])
      expect(await check(text)).toBe(2)
    expect(said.at(-1)).toBe('With it, computers would send nothing until it is right.')
  })
})

describe('the table of branches', () => {
  it('is read as Excel writes it', () => {
    const text = 'Branch;Officer;Role\r\nIkeja;"Ada ""A"" Obi";manager\r\nIkeja;Bayo;\r\nYaba;;\r\n'
    expect(readBranches(text, noSecret)).toEqual([
      {
        name: 'Ikeja',
        accessKey: null,
        officers: [
          { name: 'Ada "A" Obi', role: 'manager' },
          { name: 'Bayo', role: 'officer' },
        ],
      },
      { name: 'Yaba', officers: [], accessKey: null },
    ])
  })

  it('says which line is wrong', () => {
    expect(() => readBranches('a,b\n', noSecret)).toThrow(/columns/)
    expect(() => readBranches('branch,officer,role\nIkeja,Ada,boss\n', noSecret)).toThrow(/Line 2/)
    expect(() => readBranches('branch,officer,role\n,Ada,manager\n', noSecret)).toThrow(/Line 2/)
    expect(() => readBranches('branch,officer,role\nIkeja,Ada,officer\n', noSecret)).toThrow(/no manager/)
    expect(() =>
      readBranches('branch,officer,role\nIkeja,Ada,manager\nIkeja,ada,officer\n', noSecret),
    ).toThrow(/one name/)
  })
})
