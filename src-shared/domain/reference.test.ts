import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import { branchReferencePattern, newBranchReference } from './identifier.ts'
import {
  carriedReferences,
  carriesReference,
  correctedReferences,
  detailsWithReference,
  keptTextMatches,
  referenceLength,
  referenceFields,
  referenceOf,
  referencesIn,
  sentReferencesOf,
  withoutReference,
  type References,
} from './reference.ts'

const own = '7F3K-92QD'
const text = 'The rider was hit by a bus at the junction of Ọjà Street & 2nd <Avenue>, 100% "sure".'
const sent = detailsWithReference(text, own)

const entity = (letter: string): string => `&#${letter.codePointAt(0) ?? 0};`
const hex = (letter: string, digits: number): string =>
  (letter.codePointAt(0) ?? 0).toString(16).padStart(digits, '0')
const escapes: readonly (readonly [string, (letter: string) => string])[] = [
  ['as decimal entities', entity],
  ['as hexadecimal entities', (letter) => `&#x${hex(letter, 4)};`],
  ['as entities that were escaped again', (letter) => entity(letter).replace('&', '&amp;amp;')],
  ['for addresses', (letter) => `%${hex(letter, 2)}`],
  ['for addresses, twice', (letter) => `%25${hex(letter, 2)}`],
  ['for JSON', (letter) => `\\u${hex(letter, 4)}`],
  ['for a program', (letter) => `\\x${hex(letter, 2)}`],
  ['for mail', (letter) => `=${hex(letter, 2).toUpperCase()}`],
  ['for a table', (letter) => `_x${hex(letter, 4)}_`],
  ['with a backslash', (letter) => `\\${letter}`],
]
const escaped =
  (signs: RegExp, escape: (letter: string) => string) =>
  (kept: string): string =>
    kept.replace(signs, escape)
const wide = (letter: string): string =>
  letter === ' ' ? '\u3000' : String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)

/** What a system may do to a text that it keeps. */
const habits: readonly (readonly [string, (kept: string) => string])[] = [
  ['in capitals', (kept) => kept.toUpperCase()],
  ['in small letters', (kept) => kept.toLowerCase()],
  ['without brackets', (kept) => kept.replace(/[[\]]/g, '')],
  ['with other brackets', (kept) => kept.replaceAll('[', '(').replaceAll(']', ')')],
  ['with its brackets as tags', (kept) => kept.replace('[Ref', '<Ref').replace(']', '>')],
  ['without punctuation', (kept) => kept.replace(/[^\p{L}\p{N}\s&#;%\\=_<>/＆＃；％＼＝＿＜＞／]/gu, '')],
  ['with its brackets named', (kept) => kept.replaceAll('[', '&lsqb;').replaceAll(']', '&rbrack;')],
  ...escapes.map(([name, escape]) => [`brackets ${name}`, escaped(/[[\]]/g, escape)] as const),
  ...escapes.map(([name, escape]) => [`hyphens ${name}`, escaped(/-(?=[0-9A-Z]{4}\b)/g, escape)] as const),
  ['without white space', (kept) => kept.replace(/\s/g, '')],
  ['with other white space', (kept) => kept.replaceAll(' ', '\u00a0\t')],
  ['with white space around', (kept) => `\r\n  ${kept} \r\n`],
  ['with white space as entities', (kept) => kept.replaceAll(' ', '&nbsp;')],
  ['with white space for addresses', (kept) => kept.replaceAll(' ', '+')],
  ['in a paragraph', (kept) => `<p class="note"><strong>${kept}</strong><br/></p>`],
  ['in an escaped paragraph', (kept) => `&lt;p&gt;${kept}&lt;/p&gt;`],
  ['as character data', (kept) => `<![CDATA[${kept}]]>`],
  ['with a mark within it', (kept) => kept.replace(/-(?=92)/, '<wbr>-')],
  ['in quotes', (kept) => `"${kept}"`],
  ['with a byte order mark', (kept) => `\ufeff${kept}`],
  ['with a byte of nothing behind each letter', (kept) => Array.from(kept, (one) => `${one}\0`).join('')],
  ['with that byte shown', (kept) => Array.from(kept, (one) => `${one}?`).join('')],
  ['in wide letters', (kept) => kept.replace(/[ -~]/g, wide)],
  ['with a long dash', (kept) => kept.replaceAll('-', '–')],
  ['with a spoiled long dash', (kept) => kept.replaceAll('-', 'â€“')],
  ['with invisible letters', (kept) => Array.from(kept).join('\u200b')],
]
const habit = fc.constantFrom(...habits)
const reference = fc.stringMatching(branchReferencePattern)

/** Escapes and odd letters are made of what is there, so those that undo each other are not composed. */
const composed = fc.array(habit, { minLength: 1, maxLength: 3 })
const named = (...names: readonly string[]) => names.flatMap((name) => habits.filter(([one]) => one === name))
const keptBy = (chosen: readonly (readonly [string, (kept: string) => string])[], all: string): string =>
  chosen.reduce((kept, [, keep]) => keep(kept), all)

describe('a reference', () => {
  it('stands before the text, and takes as much room as is kept for it', () => {
    expect(sent).toBe(`[Ref 7F3K-92QD] ${text}`)
    expect(sent.length - text.length).toBe(referenceLength)
  })

  it.each(habits)('is recognised in a text kept %s', (_name, keep) => {
    expect(carriesReference(keep(sent), own)).toBe(true)
    expect(carriesReference(keep(sent), '7F3K-92QE')).toBe(false)
  })

  it('is recognised in a text that was cut behind it', () => {
    for (let length = '[Ref 7F3K-92QD'.length; length <= sent.length; length += 1) {
      expect(carriesReference(sent.slice(0, length), own)).toBe(true)
    }
  })

  it('is not recognised in a text that was cut within it, however it is kept', () => {
    fc.assert(
      fc.property(habit, fc.integer({ min: 0, max: '[Ref 7F3K-92Q'.length }), ([, keep], length) => {
        expect(carriesReference(keep(sent.slice(0, length)), own)).toBe(false)
      }),
    )
  })

  it('is recognised, and another one never, in a text that was kept in several of these ways', () => {
    const hard = named('with its brackets as tags', 'with that byte shown', 'as character data')
    fc.assert(
      fc.property(composed, reference, reference, fc.nat({ max: 200 }), (chosen, ours, others, cut) => {
        const kept = keptBy(chosen, detailsWithReference(text, ours))
        expect(carriesReference(kept, ours)).toBe(true)
        if (ours !== others) expect(carriesReference(kept.slice(0, kept.length - cut), others)).toBe(false)
      }),
      { numRuns: 500, examples: [[hard, 'NAAJ-PVP0', 'VVVP-NVNN', 0]] },
    )
  })
})

describe('a text', () => {
  it.each([
    '[Ref AAAA-0000] See [Ref 7F3K-92QD].',
    'See [Ref 7F3K-92QD].',
    'Police Ref 7F3K-92QD',
    'x7F3K-92QD',
    '7F3K-92QD',
    '[Ref 7F3K-92Q]',
    '[Ref F3K-92QD]',
    '[Ref 77F3K-92QD]',
    '[Ref 7F3K-92QI]',
    '[Ref OF3K-92QD]',
    '[Ref 7F3K and 92QD]',
    'Ref',
    '',
  ])('that only has some of it elsewhere does not carry a reference: %s', (details) => {
    expect(carriesReference(details, own)).toBe(false)
  })

  it('may begin with words that look like a reference, and is no other claim’s for that', () => {
    expect(carriedReferences('Refreshment stand was hit.')).toEqual(['RESH-MENT'])
    expect(referencesIn('Refreshment stand was hit.')).toEqual([])
    expect(withoutReference('Refreshment stand was hit.')).toBe('Refreshment stand was hit.')
  })

  it.each<[string, readonly string[]]>([
    [sent, [own]],
    [`ref 7f3k–92qd ${text}`, [own]],
    [`&#91;Ref 7F3K-92QD&#93; As [REF 0000-zzzz] says.`, [own, '0000-ZZZZ']],
    ['Police Ref 2026-1234 was given.', []],
    ['[Ref to page 7]', []],
    ['[Ref 7F3K-92QDD]', []],
    ['', []],
  ])('shows which references it has: %s', (details, references) => {
    expect(referencesIn(details)).toEqual(references)
  })

  it.each([
    sent,
    text,
    ` ${sent}\n`,
    `[Ref 0000-ZZZZ] ${sent}`,
    sent.toLowerCase().replace(text.toLowerCase(), text),
    sent.replace(/^\[(.*?)\]/, '&#91;$1&#93;'),
    sent.replace(/^\[(.*?)\]/, '&amp;#91;$1&amp;#93;'),
    sent.replace(/^\[(.*?)\]/, '%5B$1%5D'),
    sent.replace(/^\[(.*?)\]/, '\\[$1\\]'),
    sent.replace(/^\[(.*?)\]/, '$1'),
  ])('is the officer’s own without the reference: %s', (details) => {
    expect(withoutReference(details)).toBe(text)
  })

  /** What is not clearly a reference stays. */
  const unclear = ['without punctuation', 'with white space for addresses', 'with a spoiled long dash']
  it.each(habits)('is shown without the reference and whole, kept %s', (name, keep) => {
    for (const before of ['', '[Ref 0000-ZZZZ] ']) {
      const kept = keep(detailsWithReference(before + text, own)).trim()
      const shown = withoutReference(kept)
      expect(kept.endsWith(shown)).toBe(true)
      expect(keptTextMatches(text, shown)).toBe(before === '' || !unclear.includes(name))
      expect(carriedReferences(shown)).toEqual(unclear.includes(name) ? [own] : [])
      expect(withoutReference(shown)).toBe(shown)
    }
  })

  it('is shown without at most three references, and with one that cannot be read', () => {
    const [three, four] = [`${'[Ref 0000-ZZZZ] '.repeat(3)}Fell.`, `${'[Ref 0000-ZZZZ] '.repeat(4)}Fell.`]
    expect(withoutReference(three)).toBe('Fell.')
    expect(withoutReference(four)).toBe('[Ref 0000-ZZZZ] Fell.')
    const hidden = `${'%25'.repeat(400)}5BRef 7F3K-92QD] Fell.`
    expect(withoutReference(hidden)).toBe(hidden)
    // The second is a word of the text.
    for (let length = 0; length < 40; length += 1) {
      const said = `Ref 1234-5678${'x'.repeat(length)}.`
      expect(withoutReference(detailsWithReference(said, own))).toBe(length === 0 ? '.' : said)
    }
  })

  it('keeps the references that its officer quotes', () => {
    expect(withoutReference('[Ref 7F3K-92QD] As [Ref 0000-ZZZZ] says.')).toBe('As [Ref 0000-ZZZZ] says.')
    expect(withoutReference('[Ref 7F3K-92QD]')).toBe('')
  })
})

it('the worst text that a server can choose is read no longer than a few times what is sent', () => {
  const read = vi.spyOn(String.prototype, 'toUpperCase')
  const parts = ['\ufdfa', '%2526amp;<a>\\u005c', '&amp;lt;b&amp;gt;', '<a b>x\\&#x26;#x5b;']
  for (const part of [...parts, '<!x>\\%5c&#92;&amp;_x005c_=5c', '[Ref 7F3K-92QD]&amp;']) {
    const worst = part.repeat(20_000)
    for (const length of [100, 400, 900]) withoutReference(`${worst.slice(0, length)}${sent}`)
    referencesIn(worst)
    carriesReference(worst, own)
    keptTextMatches('The rider was hit by a bus.', worst)
  }
  const letters = read.mock.contexts.reduce<number>((sum, text) => sum + String(text).length, 0)
  read.mockRestore()
  expect(letters).toBeGreaterThan(100_000)
  expect(letters).toBeLessThan(4 * 500_000)
})

describe('a kept text', () => {
  it.each(habits)('is the one that was sent, kept %s', (_name, keep) => {
    expect(keptTextMatches(sent, keep(sent))).toBe(true)
    expect(keptTextMatches(text, keep(sent))).toBe(true)
    expect(keptTextMatches(sent, keep(text))).toBe(true)
    expect(keptTextMatches(sent, keep(detailsWithReference(`Not ${text}`, own)))).toBe(false)
  })

  it('is the one that was sent, kept in several of these ways and cut', () => {
    const hard = named('as character data', 'with that byte shown', 'in a paragraph')
    fc.assert(
      fc.property(composed, fc.integer({ min: 60, max: 2000 }), (chosen, length) => {
        const plainText = 'The rider was hit by a bus at the junction of two streets and fell on the left arm'
        const kept = keptBy(chosen, detailsWithReference(plainText, own).slice(0, length))
        expect(keptTextMatches(plainText, kept)).toBe(true)
      }),
      { examples: [[hard, 60]] },
    )
  })

  it('is the one that was sent, cut anywhere behind its first words, also within an escape', () => {
    const kept = sent.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    for (let length = 45; length <= kept.length; length += 1) {
      expect(keptTextMatches(text, kept.slice(0, length))).toBe(true)
    }
  })

  it('may have lost the letters of another language, or their marks', () => {
    const said = 'Ọkọ̀ náà kọlu ògiri ilé wa ní òpópónà Ọjà'
    expect(keptTextMatches(said, said.normalize('NFD'))).toBe(true)
    expect(keptTextMatches(said, said.normalize('NFD').replace(/\p{M}/gu, ''))).toBe(true)
    expect(keptTextMatches(said, said.normalize('NFC').replace(/[^ -~]/g, '?'))).toBe(true)
    const spoiled = Array.from(new TextEncoder().encode(said), (byte) => String.fromCharCode(byte)).join('')
    expect(keptTextMatches(said, spoiled)).toBe(true)
    expect(keptTextMatches('سقط الراكب عن الدراجة', 'سقط الراكب عن الدراجة')).toBe(true)
    expect(keptTextMatches('سقط الراكب عن الدراجة', 'سقط السائق عن الدراجة')).toBe(false)
  })

  it.each([
    ['nothing', ''],
    ['a reference alone', '[Ref 7F3K-92QD]'],
    ['only its first words', 'The rider'],
    ['other words', 'A tree fell on the keke.'],
    ['the same words and more', `${text} And more.`],
    ['its end', text.slice(10)],
  ])('of %s is another one', (_what, kept) => {
    expect(keptTextMatches(text, kept)).toBe(false)
    expect(keptTextMatches(sent, kept)).toBe(false)
  })

  it('of few words is the same only whole', () => {
    expect(keptTextMatches('Fell.', 'FELL')).toBe(true)
    expect(keptTextMatches('Fell.', 'FEL')).toBe(false)
    expect(keptTextMatches('?', '?')).toBe(false)
  })
})

it('stays the same over any number of corrections, and each is sent under another', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 300 }), (corrections) => {
      const first = newBranchReference()
      let now: References = { branchReference: first }
      const sent = [first]
      for (let n = 0; n < corrections; n += 1) {
        now = correctedReferences(now, newBranchReference())
        sent.push(now.branchReference)
      }
      expect(referenceOf(now)).toBe(first)
      const found = sentReferencesOf(now)
      expect(new Set(found).size).toBe(found.length)
      expect(found.length).toBe(Math.min(sent.length, 101))
      expect(found.slice(1)).toEqual(sent.slice(1).slice(-100))
      expect(v.safeParse(v.object(referenceFields), now).success).toBe(true)
    }),
  )
})
