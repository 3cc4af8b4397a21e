/**
 * What is left of a text in the pseudo-language without what stands in the catalogue's brackets, and without what is
 * known to come from elsewhere: letters in it are written into the code.
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

/** The texts of these that do not come out of the catalogue as a whole. */
export function hardCoded(
  texts: readonly (string | undefined)[],
  known: readonly (string | RegExp)[] = [],
): readonly string[] {
  return texts
    .filter((text) => text !== undefined)
    .filter((text) => /\p{L}/u.test(outsideCatalogue(text, known)))
}
