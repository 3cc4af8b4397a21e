/*
 * Passphrases of files that leave this computer: anyone who finds a file can guess without limit. What is easy to guess
 * is refused by a few rules, not by an estimate: enough is left once repetitions, runs and common words count little.
 */

/** The minimum length of a backup's passphrase. */
export const shortestPassphrase = 12
export const longestPassphrase = 200

/** Characters that must be left of it, and how many of them must be different. */
const leastLeft = 9
const leastDifferent = 6

/** The beginning of a guesser's list, and what lies near this application. */
const common =
  'password passphrase passwort welcome letmein iloveyou monkey dragon sunshine princess football superman master secret changeme default administrator admin manager officer computer internet login qwerty azerty claims claim desk insurance insurer policy merchant pharmacy keke okada backup branch office nigeria lagos abuja naira practice sandbox live test january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday'.split(
    ' ',
  )
const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const runs = [...rows, ...rows.map((row) => Array.from(row).reverse().join(''))]

/**
 * Whether a file may not be sealed under it.
 *
 * @param names of the branch and the like, which a guesser knows
 */
export function isEasyToGuess(passphrase: string, names: readonly string[] = []): boolean {
  const text = passphrase.normalize('NFKC')
  if (Array.from(text).length < shortestPassphrase) return true
  const left = Array.from(guessable(text.toLowerCase(), names))
  return left.length < leastLeft || new Set(left).size < leastDifferent
}

/** The text with each word, year, run and repetition that a guesser tries first as one character. */
function guessable(text: string, names: readonly string[]): string {
  const known = [...common, ...names.flatMap((name) => name.toLowerCase().normalize('NFKC').split(/\s+/u))]
  const words = known.filter((word) => word.length >= 4).sort((a, b) => b.length - a.length)
  const withoutWords = words.reduce((rest, word) => rest.replaceAll(word, (found) => found.slice(0, 1)), text)
  const withoutYears = withoutWords.replaceAll(/(?:19|20)\d\d/gu, '2')
  return withoutRuns(withoutYears).replaceAll(/(.+?)\1+/gu, '$1')
}

function withoutRuns(text: string): string {
  const characters = Array.from(text)
  return characters
    .filter((character, at) => {
      const three = characters.slice(Math.max(0, at - 2), at).join('') + character
      return !(three.length === 3 && runs.some((run) => run.includes(three)))
    })
    .join('')
}
