import type { Attempt } from './attempt.ts'

const trusted = { exception: /Trusted/ } as const

/** Ways to run text or a foreign file as a program. Each would set `window.stolen`. */
export const scriptAttempts: readonly Attempt[] = [
  {
    name: 'eval',
    stoppedBy: { exception: /EvalError|Trusted/ },
    // oxlint-disable-next-line no-eval
    run: () => String((0, eval)('window.stolen = 1')),
  },
  {
    name: 'Function',
    stoppedBy: { exception: /EvalError|Trusted/ },
    run: () => {
      const made: unknown = Reflect.construct(Function, ['window.stolen = 1'])
      return typeof made
    },
  },
  {
    name: 'the constructor of a function of the bridge',
    stoppedBy: { exception: /EvalError|Trusted/ },
    run: () => {
      const request: unknown = Reflect.get(window.bridge, 'request')
      const make: unknown = typeof request === 'function' ? Reflect.get(request, 'constructor') : null
      if (typeof make !== 'function') throw new Error('There is none.')
      return String(Reflect.apply(make, null, ['return typeof process + typeof require']))
    },
  },
  {
    name: 'setTimeout with text',
    stoppedBy: trusted,
    run: () => {
      Reflect.apply(setTimeout, window, ['window.stolen = 1'])
    },
  },
  {
    name: 'script in the page',
    stoppedBy: trusted,
    run: () => {
      document.body.append(Object.assign(document.createElement('script'), { text: 'window.stolen = 1' }))
    },
  },
  {
    name: 'script of another server',
    stoppedBy: trusted,
    run: (url) => {
      document.body.append(Object.assign(document.createElement('script'), { src: url }))
    },
  },
  {
    name: 'module of another server',
    stoppedBy: { exception: /TypeError/ },
    run: (url) => import(url),
  },
  {
    name: 'module from a blob',
    stoppedBy: { exception: /TypeError/ },
    run: (): unknown =>
      import(URL.createObjectURL(new Blob(['window.stolen = 1'], { type: 'text/javascript' }))),
  },
  {
    name: 'module from a data address',
    stoppedBy: { exception: /TypeError/ },
    run: (): unknown => import(['data:text/javascript', 'window.stolen=1'].join(',')),
  },
  {
    name: 'markup with a handler',
    stoppedBy: trusted,
    run: () => void Object.assign(document.body, { innerHTML: '<img src=x onerror="window.stolen = 1">' }),
  },
  {
    name: 'document.write',
    stoppedBy: trusted,
    run: () => {
      Reflect.apply(Reflect.get(document, 'write'), document, ['<b>x</b>'])
    },
  },
  {
    name: 'handler in an attribute',
    stoppedBy: trusted,
    run: () => {
      document.body.setAttribute('onclick', 'window.stolen = 1')
    },
  },
  {
    name: 'link to a script',
    stoppedBy: { directive: 'script-src-elem' },
    run: () => {
      const link = Object.assign(document.createElement('a'), { href: 'javascript:window.stolen=1' })
      document.body.append(link)
      link.click()
      link.remove()
    },
  },
  {
    name: 'worker from a blob',
    stoppedBy: trusted,
    run: () => new Worker(URL.createObjectURL(new Blob(['self.close()']))),
  },
  {
    name: 'shared worker of another server',
    stoppedBy: trusted,
    run: (url) => new SharedWorker(url),
  },
  {
    name: 'a policy of its own for trusted types',
    stoppedBy: { exception: /TypeError/ },
    run: () => window.trustedTypes?.createPolicy('stolen', { createScriptURL: (text: string) => text }),
  },
  {
    name: 'a second policy by the name of the page’s own',
    stoppedBy: { exception: /TypeError/ },
    run: () => window.trustedTypes?.createPolicy('vue', { createScriptURL: (text: string) => text }),
  },
  {
    name: 'the worker’s policy, taken first, for a script of another server',
    stoppedBy: { directive: 'script-src-elem' },
    run: (url) => {
      const policy = window.trustedTypes?.createPolicy('own-workers', {
        createScriptURL: (text: string) => text,
      })
      const script = document.createElement('script')
      Reflect.set(script, 'src', policy?.createScriptURL(url))
      document.body.append(script)
    },
  },
  {
    name: 'WebAssembly',
    stoppedBy: { exception: /CompileError/ },
    run: () => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])),
  },
  {
    name: 'Node in the page',
    stoppedBy: { answer: /^(?:undefined){5}$/ },
    run: () =>
      ['require', 'process', 'module', 'Buffer', 'ipcRenderer']
        .map((name) => typeof Reflect.get(window, name))
        .join(''),
  },
  {
    name: 'changing the bridge',
    stoppedBy: { answer: /^falsefalse$/ },
    run: () =>
      [
        Reflect.set(window.bridge, 'request', () => null),
        Reflect.defineProperty(window, 'bridge', { value: {} }),
      ].join(''),
  },
]
