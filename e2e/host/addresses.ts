/**
 * Chromium outside Electron has no custom schemes, so `app://desk/x` is shown as `https://desk.app.localhost/x`: a
 * secure origin that never leaves the computer, as every request is answered by interception.
 */
const ending = '.localhost'

/** `app://desk/x` as the page knows it. */
export function toPageAddress(address: string): string {
  const url = new URL(address)
  if (url.protocol === 'https:' || url.protocol === 'http:') return address
  return `https://${url.host}.${url.protocol.slice(0, -1)}${ending}${url.pathname}${url.search}${url.hash}`
}

/** What the page's address is to the application; other addresses stay as they are. */
export function toAppAddress(address: string, schemes: Iterable<string>): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  for (const scheme of schemes) {
    const tail = `.${scheme}${ending}`
    if (url.protocol !== 'https:' || !url.host.endsWith(tail)) continue
    return `${scheme}://${url.host.slice(0, -tail.length)}${url.pathname}${url.search}${url.hash}`
  }
  return address
}

/** The origin of an address, also for schemes whose origin is "null" outside Chromium. */
export function originOf(address: string): string {
  if (!URL.canParse(address)) return 'null'
  const url = new URL(address)
  return url.origin === 'null' && url.host !== '' ? `${url.protocol}//${url.host}` : url.origin
}
