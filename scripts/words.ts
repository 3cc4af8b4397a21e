import { readFileSync } from 'node:fs'
import { formSeparator } from '#shared/language/message.ts'

const mostWordsOfSentence = 20
const mostWordsOfText = 45

/** What docs/words.md says not to write: the last column of its tables. */
export function wordsNotToWrite(): readonly string[] {
  const text = readFileSync(new URL('../docs/words.md', import.meta.url), 'utf8')
  return text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Say '))
    .flatMap((line) => line.split('|').at(-2)?.split(',') ?? [])
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

/** How many words a text has; its forms count each. */
function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}{]/u.test(word)).length
}

/** Names, and words of other programs, that have a capital letter wherever they stand. */
const names = new Set(
  (
    'Claims Desk Settings Windows Debian Amazon Cloudflare DigitalOcean Spaces Backblaze Google Cloud Storage GNOME ' +
    'Keyring KWallet Basic Negotiate Digest Electron Chromium Node Wi-Fi Enter Tab Shift I Drafts Outbox Keke Okada ' +
    'Connection Pharmacies Claims Today Practice Sandbox Live Help Backup Correct Discard Nov Stop Received'
  ).split(' '),
)

const isCapital = (word: string): boolean => /^\p{Lu}\p{Ll}/u.test(word)

/** Words of a label or button that have a capital letter although they do not begin it. */
function titleCase(form: string): readonly string[] {
  if (/[.!?]$/.test(form) || wordCount(form) > 6) return []
  const words = form.replaceAll(/“[^”]*”/g, '').split(/\s+/)
  return words.filter((word, at) => {
    const before = words[at - 1]
    const begins = before === undefined || /[.:!?(]$/.test(before)
    return !begins && isCapital(word) && !names.has(word.replaceAll(/[^\p{L}-]/gu, ''))
  })
}

/**
 * What is wrong with the words of a text, in words.
 * @param notToWrite as {@link wordsNotToWrite}
 */
export function faultsOfWords(text: string, notToWrite: readonly string[]): readonly string[] {
  return text.split(formSeparator).flatMap((form) => {
    const plain = form
      .replaceAll('’', "'")
      .replaceAll(/\{\w+\}/g, '')
      .toLowerCase()
    const sentences = form.split(/(?<=[.!?:;]”?)\s+/)
    return [
      ...notToWrite
        .filter((word) => new RegExp(`(?<![\\w'-])${word.toLowerCase()}(?![\\w'-])`).test(plain))
        .map((word) => `says “${word}”`),
      ...(form.includes('!') ? ['has “!”'] : []),
      ...sentences
        .filter((sentence) => wordCount(sentence) > mostWordsOfSentence)
        .map((sentence) => `has a sentence of ${wordCount(sentence)} words`),
      ...(wordCount(form) > mostWordsOfText ? [`has ${wordCount(form)} words`] : []),
      ...titleCase(form).map((word) => `has the capital letter of “${word}”`),
    ]
  })
}
