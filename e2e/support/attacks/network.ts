import { stopped, type Attempt } from './attempt.ts'

const by = (directive: string): Attempt['stoppedBy'] => ({ directive })
const noConnection = by('connect-src')

/** Ways of a page to send something out, or to have something sent for. */
export const networkAttempts: readonly Attempt[] = [
  stopped('fetch', noConnection, (url) => fetch(url, { method: 'POST', mode: 'no-cors', body: 'x' })),
  stopped('fetch that outlives the page', noConnection, (url) => fetch(url, { keepalive: true })),
  stopped('XMLHttpRequest', noConnection, (url) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.send('x')
  }),
  stopped('WebSocket', noConnection, (url) => new WebSocket(url.replace('http', 'ws'))),
  stopped('EventSource', noConnection, (url) => new EventSource(url)),
  stopped('sendBeacon', noConnection, (url) => navigator.sendBeacon(url, 'x')),
  stopped('WebTransport', noConnection, (url) => {
    const transport: unknown = Reflect.get(window, 'WebTransport')
    if (typeof transport === 'function') Reflect.construct(transport, [url.replace('http:', 'https:')])
  }),
  stopped('ping of a link', noConnection, (ping, add) => add('a', { href: '#here', ping }).click()),
  stopped('image', by('img-src'), (src) => void Object.assign(new Image(), { src })),
  stopped('picture of a style rule', by('img-src'), (url) => {
    const sheet = new CSSStyleSheet()
    sheet.insertRule(`body { background-image: url("${url}") !important }`)
    document.adoptedStyleSheets.push(sheet)
  }),
  stopped(
    'font',
    by('font-src'),
    (url) => void new FontFace('Stolen', `url("${url}")`).load().catch(() => null),
  ),
  stopped('video', by('media-src'), (src, add) => add('video', { src }).load()),
  stopped('plug-in object', { exception: /Trusted/ }, (src, add) => add('embed', { type: 'text/html', src })),
  stopped('link rel=stylesheet', by('style-src-elem'), (href, add) =>
    add('link', { rel: 'stylesheet', href }),
  ),
  stopped('link rel=prefetch', by('default-src'), (href, add) => add('link', { rel: 'prefetch', href })),
  stopped('link rel=manifest', by('manifest-src'), (href, add) => add('link', { rel: 'manifest', href })),
  stopped('link rel=modulepreload', by('script-src-elem'), (href, add) =>
    add('link', { rel: 'modulepreload', href }),
  ),
  stopped('form', by('form-action'), (action, add) => add('form', { action, method: 'post' }).submit()),
  stopped('form into a new window', by('form-action'), (action, add) =>
    add('form', { action, target: '_blank' }).submit(),
  ),
]

/** Ways that no policy of the page reports: only the collector can detect them. */
export const silentAttempts: readonly Attempt[] = [
  stopped('connecting ahead', { answer: /^asked$/ }, (href, add) => {
    for (const rel of ['preconnect', 'dns-prefetch']) add('link', { rel, href })
    return 'asked'
  }),
  stopped('WebRTC', { answer: /^gathered 0$/ }, async (url) => {
    const { hostname, port, hash } = new URL(url)
    const urls = [`stun:${hostname}:${hash.slice(1)}`, `turn:${hostname}:${port}?transport=tcp`]
    const peer = new RTCPeerConnection({ iceServers: [{ urls, username: 'x', credential: 'x' }] })
    let found = 0
    peer.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate !== null && /srflx|relay/.test(candidate.candidate)) found += 1
    })
    peer.createDataChannel('x')
    const gathered = new Promise((resolve) => {
      peer.addEventListener('icegatheringstatechange', () => {
        if (peer.iceGatheringState === 'complete') resolve(null)
      })
    })
    await peer.setLocalDescription(await peer.createOffer())
    await gathered
    peer.close()
    return `gathered ${found}`
  }),
]
