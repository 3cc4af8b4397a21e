import { describe, expect, it } from 'vitest'
import { packName } from '#shared/domain/attachment.ts'
import { guessField } from './guess-field.ts'
import { matchLinks } from './match-links.ts'

const policyNumber = 'KKP/2023/GO/001032'
const file = (number: number, name: string) => ({
  id: `id-${number}`,
  number,
  name,
  kind: 'jpeg' as const,
  sha256: `${number}a1b2c3d`.padEnd(64, `${number}`),
})
const front = file(1, 'IMG 0042.jpg')
const report = file(2, 'médical report.jpg')
const third = file(3, 'img.jpg')
const files = [front, report, third]
const match = (text: string) =>
  matchLinks(text, files, policyNumber).map(({ url, fileId }) => [
    url.replace('https://files.example/', ''),
    fileId,
  ])

describe('pasted links', () => {
  it.each([
    [`a/${packName(policyNumber, front)}`, front.id],
    [`view?name=${encodeURIComponent(packName(policyNumber, report))}&x=1`, report.id],
    [third.sha256, third.id],
    [third.sha256.slice(0, 8).toUpperCase(), third.id],
    ['IMG_0042.jpg', front.id],
    ['img-0042', front.id],
    ['Medical%20Report.jpg', report.id],
    ['img-00421.jpg', null],
    ['img', null],
    ['abc', null],
  ])('%s matches %s', (path, fileId) => {
    expect(match(`https://files.example/${path}`)).toEqual([[path, fileId]])
  })

  it('are found in surrounding text, on one or several lines, each once', () => {
    const text = `Here: <https://files.example/IMG_0042.jpg>, thanks\r\n(https://files.example/x). "https://files.example/IMG_0042.jpg"`
    expect(match(text)).toEqual([
      ['IMG_0042.jpg', front.id],
      ['x', null],
    ])
    expect(match('no link at all')).toEqual([])
  })

  it('are matched by the text next to them, as in the list of the pack', () => {
    const list = [
      'File,Shows,Original name,Size in bytes,SHA-256,Link',
      `${packName(policyNumber, front)},Other,IMG 0042.jpg,7,${front.sha256},https://files.example/one`,
      `${packName(policyNumber, report)},Other,"a,b.jpg",7,${report.sha256},https://files.example/two`,
    ].join('\r\n')
    expect(match(list)).toEqual([
      ['one', front.id],
      ['two', report.id],
    ])
    expect(match(`IMG 0042 https://files.example/a https://files.example/b`)).toEqual([
      ['a', null],
      ['b', null],
    ])
  })

  it('assign only the first link to a file', () => {
    expect(match('https://files.example/IMG_0042.jpg https://files.example/b/IMG_0042.jpg')).toEqual([
      ['IMG_0042.jpg', front.id],
      ['b/IMG_0042.jpg', null],
    ])
  })

  it('match no file if two files have the same name, unless the hash identifies one', () => {
    const twins = [file(1, 'scan.jpg'), file(2, 'scan.jpg')]
    const links = matchLinks(
      `https://files.example/scan.jpg https://files.example/scan.jpg?v=2a1b2c3d`,
      twins,
      policyNumber,
    )
    expect(links.map(({ fileId }) => fileId)).toEqual([null, 'id-2'])
  })

  it('that are not https are reported and match no file', () => {
    expect(matchLinks('http://files.example/IMG_0042.jpg', files, policyNumber)).toEqual([
      { url: 'http://files.example/IMG_0042.jpg', isHttps: false, fileId: null },
    ])
  })
})

describe('the guessed field of a new file', () => {
  it.each([
    ['Medical Report.pdf', 'pdf', 'medicalReportUrl'],
    ['death cert.jpg', 'jpeg', 'deathCertificateUrl'],
    ['policy.pdf', 'pdf', 'originalPolicyCertificateUrl'],
    ['IMG_1.jpg', 'jpeg', 'incidentPictureUrl'],
    ['scan.pdf', 'pdf', null],
  ] as const)('is guessed for %s', (name, kind, field) => {
    expect(guessField(name, kind === 'pdf', new Set())).toBe(field)
  })

  it('is never a field that another file has', () => {
    expect(guessField('IMG_2.jpg', false, new Set(['incidentPictureUrl']))).toBeNull()
  })
})
