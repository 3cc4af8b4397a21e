import type { Attempt } from './attempt.ts'

const noConnection = { directive: 'connect-src' } as const

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
    run: (url) => {
      const link = document.createElement('a')
      Object.assign(link, { href: '#here', ping: url })
      document.body.append(link)
      link.click()
      link.remove()
    },
  },
  {
    name: 'image',
    stoppedBy: { directive: 'img-src' },
    run: (url) => void Object.assign(new Image(), { src: url }),
  },
  {
    name: 'picture of a style rule',
    stoppedBy: { directive: 'img-src' },
    run: (url) => {
      const sheet = new CSSStyleSheet()
      sheet.insertRule(`body { background-image: url("${url}") !important }`)
      document.adoptedStyleSheets.push(sheet)
    },
  },
  {
    name: 'font',
    stoppedBy: { directive: 'font-src' },
    run: (url) => void new FontFace('Stolen', `url("${url}")`).load().catch(() => null),
  },
  {
    name: 'video',
    stoppedBy: { directive: 'media-src' },
    run: (url) => {
      Object.assign(document.createElement('video'), { src: url }).load()
    },
  },
  {
    name: 'plug-in object',
    stoppedBy: { exception: /Trusted/ },
    run: (url) => {
      const object = document.createElement('embed')
      object.setAttribute('type', 'text/html')
      Reflect.set(object, 'src', url)
      document.body.append(object)
    },
  },
  {
    name: 'link rel=stylesheet',
    stoppedBy: { directive: 'style-src-elem' },
    run: (url) => {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: url }))
    },
  },
  {
    name: 'link rel=prefetch',
    stoppedBy: { directive: 'default-src' },
    run: (url) => {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: url }))
    },
  },
  {
    name: 'link rel=manifest',
    stoppedBy: { directive: 'manifest-src' },
    run: (url) => {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: url }))
    },
  },
  {
    name: 'link rel=modulepreload',
    stoppedBy: { directive: 'script-src-elem' },
    run: (url) => {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: url }))
    },
  },
  {
    name: 'form',
    stoppedBy: { directive: 'form-action' },
    run: (url) => {
      const form = Object.assign(document.createElement('form'), { action: url, method: 'post' })
      document.body.append(form)
      form.submit()
      form.remove()
    },
  },
  {
    name: 'form into a new window',
    stoppedBy: { directive: 'form-action' },
    run: (url) => {
      const form = Object.assign(document.createElement('form'), { action: url, target: '_blank' })
      document.body.append(form)
      form.submit()
      form.remove()
    },
  },
]

/** Ways that no policy of the page reports: only the collector can detect them. */
export const silentAttempts: readonly Attempt[] = [
  {
    name: 'connecting ahead',
    stoppedBy: { answer: /^asked$/ },
    run: (url) => {
      for (const rel of ['preconnect', 'dns-prefetch']) {
        document.head.append(Object.assign(document.createElement('link'), { rel, href: url }))
      }
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
