import { describe, expect, it } from 'vitest'
import { err, ok } from '#shared/result.ts'
import { fieldsOfRegistry } from './registry-policy.ts'
import { checkProtection, readRegistry, type Ran } from './windows-policy.ts'
import { isProtectedOnWindows } from './windows-protection.ts'

/** As `reg.exe query … /s` prints a key with values and a key below it. */
const listing = [
  '',
  String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Claims Desk`,
  '    environments    REG_SZ    live, practice',
  '    liveBaseUrl    REG_SZ    https://api.insurer.example/v1',
  '    lockAfterMinutes    REG_DWORD    0x5',
  '    pinNeedsLetters    REG_DWORD    0x1',
  '    updateFeed    REG_SZ    ',
  '',
  String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Claims Desk\Old`,
  '    lockAfterMinutes    REG_DWORD    0x1e0',
  '',
  '',
].join('\r\n')
const key = String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Claims Desk`
const one = (line: string): unknown => fieldsOfRegistry(`${key}\r\n${line}\r\n`)

describe('a listing of the registry', () => {
  it('gives the values of the key, and those below it as fields that nobody knows', () => {
    expect(fieldsOfRegistry(listing)).toEqual({
      environments: ['live', 'practice'],
      liveBaseUrl: 'https://api.insurer.example/v1',
      lockAfterMinutes: 5,
      pinNeedsLetters: true,
      updateFeed: '',
      'lockAfterMinutes (below)': expect.any(Symbol) as unknown,
    })
  })

  it.each([
    ['    environments    REG_MULTI_SZ    live\\0practice', { environments: ['live', 'practice'] }],
    ['    pinNeedsLetters    REG_DWORD    0x0', { pinNeedsLetters: false }],
    ['    keepReceivedDays    REG_DWORD    0x5a', { keepReceivedDays: 90 }],
    ['    (Standard)    REG_SZ    text', { '(Standard)': 'text' }],
  ])('reads %s', (line, fields) => {
    expect(one(line)).toEqual(fields)
  })

  it.each([
    '    lockAfterMinutes    REG_QWORD    0x5',
    '    liveBaseUrl    REG_EXPAND_SZ    https://%HOST%',
    '    liveBaseUrl    REG_MULTI_SZ    https://a.example\\0https://b.example',
    '    pinNeedsLetters    REG_DWORD    0x2',
    '    keepReceivedDays    REG_BINARY    05',
    '    keepReceivedDays    REG_DWORD    5',
  ])('takes nothing from %s', (line) => {
    expect(Object.values(one(line) ?? {})).toEqual([expect.any(Symbol)])
  })

  it.each([
    '',
    'ERROR: Access is denied.',
    '    lockAfterMinutes    REG_DWORD    0x5',
    String.raw`HKEY_CURRENT_USER\SOFTWARE\Policies\Claims Desk`,
    String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Claims Desk Too`,
  ])('is not what was printed: %s', (printed) => {
    expect(fieldsOfRegistry(`${printed}\r\n`)).toBeNull()
  })
})

describe('the registry', () => {
  const asked: unknown[] = []
  /** What `reg.exe` answers, one question after the other. */
  const read = (...answers: Ran[]) =>
    readRegistry((program, args) => {
      asked.push([program, ...args])
      return Promise.resolve(answers.shift() ?? { type: 'failed' })
    })
  const absent = ran('ERROR: …', 1)
  const others = [
    '',
    String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Google`,
    String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Claims Desk Too`,
    '',
  ].join('\r\n')

  it('is asked by a program of Windows, by its whole path', async () => {
    expect(await read(ran(listing))).toMatchObject({ ok: true })
    expect(asked.at(-1)).toEqual([String.raw`C:\Windows\System32\reg.exe`, 'query', key, '/s'])
  })

  it('sets nothing where the key is not among the policies', async () => {
    expect(await read(absent, ran(others))).toEqual(ok(null))
  })

  it.each<[string, Ran[], string]>([
    ['is not there', [{ type: 'failed' }], 'not-checked'],
    ['may be asked by nobody', [absent, absent], 'not-checked'],
    ['may not read the key, which is there', [absent, ran(`${others}\r\n${key}\r\n`)], 'unreadable'],
    ['says something else', [ran('something else')], 'unreadable'],
  ])('is not taken for empty where its program %s', async (_what, answers, flaw) => {
    expect(await read(...answers)).toEqual(err(flaw))
  })
})

/** As Windows gives them to what an administrator makes in `C:\ProgramData`. */
const folder =
  'O:BAG:S-1-5-21-1-2-3-513D:AI(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;OICIIOID;GA;;;CO)(A;OICIID;0x1200a9;;;BU)(A;CIID;DCLCRPCR;;;BU)'
const file = 'O:BAG:SYD:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)'

describe('a file of Windows', () => {
  it('is protected as an administrator makes it', () => {
    expect(isProtectedOnWindows(folder, 'folder')).toBe(true)
    expect(isProtectedOnWindows(file, 'file')).toBe(true)
  })

  it.each([
    ['an officer owns it', file.replace('O:BA', 'O:S-1-5-21-1-2-3-1001')],
    ['users may write', file.replace('0x1200a9;;;BU', '0x1301bf;;;BU')],
    ['users may append', file.replace('0x1200a9;;;BU', 'FRLC;;;BU')],
    ['everybody may take it', file.replace('0x1200a9;;;BU', 'FRWO;;;WD')],
    ['users have all rights', file.replace('0x1200a9;;;BU', 'GA;;;AU')],
    ['an officer may write', `${file}(A;;FW;;;S-1-5-21-1-2-3-1001)`],
    ['rights are not known', file.replace('0x1200a9;;;BU', 'QQ;;;BU')],
    ['an entry has a condition', `${file}(XA;;FA;;;BU;(Member_of {SID(BA)}))`],
    ['it has no list at all', 'O:BAG:SY'],
    ['its list is null', 'O:BAG:SYD:NO_ACCESS_CONTROL'],
    ['nothing was said', ''],
  ])('is not protected where %s', (_why, descriptor) => {
    expect(isProtectedOnWindows(descriptor, 'file')).toBe(false)
  })

  it.each([
    ['remove what is in it', 'DT'],
    ['rename it', 'SD'],
    ['change its rights', 'WD'],
  ])('is not protected in a folder where users may %s', (_what, right) => {
    expect(isProtectedOnWindows(`${folder}(A;;${right};;;BU)`, 'folder')).toBe(false)
  })

  it('is protected by an entry that denies', () => {
    expect(isProtectedOnWindows(`${file}(D;;FW;;;WD)`, 'file')).toBe(true)
  })

  it.each<[string, Ran, unknown]>([
    ['is a policy where both are protected', ran(`${folder}\r\n${file}\r\n`), ok(null)],
    ['is none where the folder is not', ran(`${folder}(A;;DT;;;BU)\r\n${file}\r\n`), err('unprotected')],
    ['is none where the file is not', ran(`${folder}\r\n${file}(A;;FW;;;BU)\r\n`), err('unprotected')],
    ['is none where more was said', ran(`${folder}\r\n${file}\r\nmore\r\n`), err('not-checked')],
    ['is none where PowerShell refused', ran('', 1), err('not-checked')],
    ['is none where PowerShell is not there', { type: 'failed' }, err('not-checked')],
  ])('%s', async (_what, answer, expected) => {
    expect(await checkProtection(() => Promise.resolve(answer))).toEqual(expected)
  })
})

function ran(printed: string, code = 0): Ran {
  return { type: 'ended', code, printed }
}
