/** The one origin of our page. */
export const appOrigin = 'app://desk'

/** Whether an address belongs to our own page. `new URL().origin` is "null" for such schemes outside Chromium. */
export function isOurAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return url.protocol === 'app:' && url.host === 'desk'
}
