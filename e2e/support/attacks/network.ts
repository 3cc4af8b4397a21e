import type { Attempt } from './attempt.ts'

const by = (directive: string): Attempt['stoppedBy'] => ({ directive })
const noConnection = by('connect-src')

/** Ways of a page to send something out, or to have something sent for. */
export const networkAttempts: readonly Attempt[] = [
  {
    name: 'fetch',
    stoppedBy: noConnection,
    run: (url) => fetch(url, { method: 'POST', mode: 'no-cors', body: 'x' }),
  },
  {
    name: 'fetch that outlives the page',
    stoppedBy: noConnection,
    run: (url) => fetch(url, { keepalive: true }),
  },
  {
    name: 'XMLHttpRequest',
    stoppedBy: noConnection,
    run: (url) => {
      const request = new XMLHttpRequest()
      request.open('POST', url)
      request.send('x')
    },
  },
  { name: 'WebSocket', stoppedBy: noConnection, run: (url) => new WebSocket(url.replace('http', 'ws')) },
  { name: 'EventSource', stoppedBy: noConnection, run: (url) => new EventSource(url) },
  { name: 'sendBeacon', stoppedBy: noConnection, run: (url) => navigator.sendBeacon(url, 'x') },
  {
    name: 'WebTransport',
    stoppedBy: noConnection,
    run: (url) => {
      const transport: unknown = Reflect.get(window, 'WebTransport')
      if (typeof transport === 'function') Reflect.construct(transport, [url.replace('http:', 'https:')])
    },
  },
  {
    name: 'ping of a link',
    stoppedBy: noConnection,
    run: (ping, add) => add('a', { href: '#here', ping }).click(),
  },
  { name: 'image', stoppedBy: by('img-src'), run: (src) => void Object.assign(new Image(), { src }) },
  {
    name: 'picture of a style rule',
    stoppedBy: by('img-src'),
    run: (url) => {
      const sheet = new CSSStyleSheet()
      sheet.insertRule(`body { background-image: url("${url}") !important }`)
      document.adoptedStyleSheets.push(sheet)
    },
  },
  {
    name: 'font',
    stoppedBy: by('font-src'),
    run: (url) => void new FontFace('Stolen', `url("${url}")`).load().catch(() => null),
  },
  { name: 'video', stoppedBy: by('media-src'), run: (src, add) => add('video', { src }).load() },
  {
    name: 'plug-in object',
    stoppedBy: { exception: /Trusted/ },
    run: (src, add) => add('embed', { type: 'text/html', src }),
  },
  {
    name: 'link rel=stylesheet',
    stoppedBy: by('style-src-elem'),
    run: (href, add) => add('link', { rel: 'stylesheet', href }),
  },
  {
    name: 'link rel=prefetch',
    stoppedBy: by('default-src'),
    run: (href, add) => add('link', { rel: 'prefetch', href }),
  },
  {
    name: 'link rel=manifest',
    stoppedBy: by('manifest-src'),
    run: (href, add) => add('link', { rel: 'manifest', href }),
  },
  {
    name: 'link rel=modulepreload',
    stoppedBy: by('script-src-elem'),
    run: (href, add) => add('link', { rel: 'modulepreload', href }),
  },
  {
    name: 'form',
    stoppedBy: by('form-action'),
    run: (action, add) => add('form', { action, method: 'post' }).submit(),
  },
  {
    name: 'form into a new window',
    stoppedBy: by('form-action'),
    run: (action, add) => add('form', { action, target: '_blank' }).submit(),
  },
]

/** Ways that no policy of the page reports: only the collector can detect them. */
export const silentAttempts: readonly Attempt[] = [
  {
    name: 'connecting ahead',
    stoppedBy: { answer: /^asked$/ },
    run: (href, add) => {
      for (const rel of ['preconnect', 'dns-prefetch']) add('link', { rel, href })
      return 'asked'
    },
  },
  {
    name: 'WebRTC',
    stoppedBy: { answer: /^gathered 0$/ },
    run: async (url) => {
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
    },
  },
]
