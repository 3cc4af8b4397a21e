import { stopped, type Attempt } from './attempt.ts'

const trusted = { exception: /Trusted/ } as const
const noEval = { exception: /EvalError|Trusted/ } as const
const typeError = { exception: /TypeError/ } as const

/** Ways to run text or a foreign file as a program. Each would set `window.stolen`. */
export const scriptAttempts: readonly Attempt[] = [
  // oxlint-disable-next-line no-eval
  stopped('eval', noEval, () => String((0, eval)('window.stolen = 1'))),
  stopped('Function', noEval, () => void Reflect.construct(Function, ['window.stolen = 1'])),
  stopped('the constructor of a function of the bridge', noEval, () => {
    const request: unknown = Reflect.get(window.bridge, 'request')
    const make: unknown = typeof request === 'function' ? Reflect.get(request, 'constructor') : null
    if (typeof make !== 'function') throw new Error('There is none.')
    return String(Reflect.apply(make, null, ['return typeof process + typeof require']))
  }),
  stopped(
    'setTimeout with text',
    trusted,
    () => void Reflect.apply(setTimeout, window, ['window.stolen = 1']),
  ),
  stopped('script in the page', trusted, (_url, add) => add('script', { text: 'window.stolen = 1' })),
  stopped('script of another server', trusted, (src, add) => add('script', { src })),
  stopped('module of another server', typeError, (url): unknown => import(url)),
  stopped(
    'module from a blob',
    typeError,
    (): unknown => import(URL.createObjectURL(new Blob(['window.stolen = 1'], { type: 'text/javascript' }))),
  ),
  stopped(
    'module from a data address',
    typeError,
    (): unknown => import(['data:text/javascript', 'window.stolen=1'].join(',')),
  ),
  stopped(
    'markup with a handler',
    trusted,
    () => void Object.assign(document.body, { innerHTML: '<img src=x onerror="window.stolen = 1">' }),
  ),
  stopped('document.write', trusted, () => {
    Reflect.apply(Reflect.get(document, 'write'), document, ['<b>x</b>'])
  }),
  stopped('handler in an attribute', trusted, () =>
    document.body.setAttribute('onclick', 'window.stolen = 1'),
  ),
  stopped('link to a script', { directive: 'script-src-elem' }, (_url, add) =>
    add('a', { href: 'javascript:window.stolen=1' }).click(),
  ),
  stopped('worker from a blob', trusted, () => new Worker(URL.createObjectURL(new Blob(['self.close()'])))),
  stopped('shared worker of another server', trusted, (url) => new SharedWorker(url)),
  stopped('a policy of its own for trusted types', typeError, () =>
    window.trustedTypes?.createPolicy('stolen', { createScriptURL: (text: string) => text }),
  ),
  stopped('a second policy by the name of the page’s own', typeError, () =>
    window.trustedTypes?.createPolicy('vue', { createScriptURL: (text: string) => text }),
  ),
  stopped(
    'the worker’s policy, taken first, for a script of another server',
    { directive: 'script-src-elem' },
    (url) => {
      const policy = window.trustedTypes?.createPolicy('own-workers', {
        createScriptURL: (text: string) => text,
      })
      const script = document.createElement('script')
      Reflect.set(script, 'src', policy?.createScriptURL(url))
      document.body.append(script)
    },
  ),
  stopped('WebAssembly', { exception: /CompileError/ }, () =>
    WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])),
  ),
  stopped('Node in the page', { answer: /^(?:undefined){5}$/ }, () =>
    ['require', 'process', 'module', 'Buffer', 'ipcRenderer']
      .map((name) => typeof Reflect.get(window, name))
      .join(''),
  ),
  stopped('changing the bridge', { answer: /^falsefalse$/ }, () =>
    [
      Reflect.set(window.bridge, 'request', () => null),
      Reflect.defineProperty(window, 'bridge', { value: {} }),
    ].join(''),
  ),
]
