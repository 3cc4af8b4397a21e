/** Characters of a link. The spec shows no length: our policy. */
export const longestLink = 2000

/** Whether the text is an https address with a host and without credentials. */
export function isHttpsLink(value: string): boolean {
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  return url.protocol === 'https:' && url.hostname !== '' && url.username === '' && url.password === ''
}
