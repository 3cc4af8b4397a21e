/**
 * What is left of a pseudo-language text after removing everything in the catalogue's brackets and everything known to
 * come from elsewhere: remaining letters are hard-coded.
 */
export function outsideCatalogue(text: string, known: readonly (string | RegExp)[] = []): string {
  let rest = text
  for (let before = ''; before !== rest;) {
    before = rest
    rest = rest.replaceAll(/«[^«»]*»/gu, '')
  }
  for (const what of known) rest = rest.replaceAll(what, '')
  return rest
}

/** The texts that do not come entirely from the catalogue. */
export function hardCoded(
  texts: readonly (string | undefined)[],
  known: readonly (string | RegExp)[] = [],
): readonly string[] {
  return texts
    .filter((text) => text !== undefined)
    .filter((text) => /\p{L}/u.test(outsideCatalogue(text, known)))
}
