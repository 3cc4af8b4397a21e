import type { Attempt } from './attempt.ts'

const trusted = { exception: /Trusted/ } as const
const noEval = { exception: /EvalError|Trusted/ } as const
const typeError = { exception: /TypeError/ } as const

/** Ways to run text or a foreign file as a program. Each would set `window.stolen`. */
export const scriptAttempts: readonly Attempt[] = [
  // oxlint-disable-next-line no-eval
  { name: 'eval', stoppedBy: noEval, run: () => String((0, eval)('window.stolen = 1')) },
  {
    name: 'Function',
    stoppedBy: noEval,
    run: () => void Reflect.construct(Function, ['window.stolen = 1']),
  },
  {
    name: 'the constructor of a function of the bridge',
    stoppedBy: noEval,
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
    run: () => void Reflect.apply(setTimeout, window, ['window.stolen = 1']),
  },
  {
    name: 'script in the page',
    stoppedBy: trusted,
    run: (_url, add) => add('script', { text: 'window.stolen = 1' }),
  },
  { name: 'script of another server', stoppedBy: trusted, run: (src, add) => add('script', { src }) },
  { name: 'module of another server', stoppedBy: typeError, run: (url): unknown => import(url) },
  {
    name: 'module from a blob',
    stoppedBy: typeError,
    run: (): unknown =>
      import(URL.createObjectURL(new Blob(['window.stolen = 1'], { type: 'text/javascript' }))),
  },
  {
    name: 'module from a data address',
    stoppedBy: typeError,
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
    run: () => document.body.setAttribute('onclick', 'window.stolen = 1'),
  },
  {
    name: 'link to a script',
    stoppedBy: { directive: 'script-src-elem' },
    run: (_url, add) => add('a', { href: 'javascript:window.stolen=1' }).click(),
  },
  {
    name: 'worker from a blob',
    stoppedBy: trusted,
    run: () => new Worker(URL.createObjectURL(new Blob(['self.close()']))),
  },
  { name: 'shared worker of another server', stoppedBy: trusted, run: (url) => new SharedWorker(url) },
  {
    name: 'a policy of its own for trusted types',
    stoppedBy: typeError,
    run: () => window.trustedTypes?.createPolicy('stolen', { createScriptURL: (text: string) => text }),
  },
  {
    name: 'a second policy by the name of the page’s own',
    stoppedBy: typeError,
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
