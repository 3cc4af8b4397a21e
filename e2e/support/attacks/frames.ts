import { stopped, type Attempt } from './attempt.ts'

const noFrame = { directive: 'frame-src' } as const
const noFetch = { exception: /TypeError|EvalError/ } as const

/** Frames inside of the page, and what a frame that can be had may do. */
export const frameAttempts: readonly Attempt[] = [
  stopped('frame of another server', noFrame, (src, add) => add('iframe', { src })),
  stopped('frame of our own page', noFrame, (_url, add) => add('iframe', { src: '/' })),
  stopped('frame of a data address', noFrame, (_url, add) => add('iframe', { src: 'data:text/html,x' })),
  stopped('frame of a blob', noFrame, (_url, add) => {
    const src = URL.createObjectURL(new Blob(['<b>x</b>'], { type: 'text/html' }))
    return add('iframe', { src })
  }),
  stopped('frame of markup', { exception: /Trusted/ }, (_url, add) =>
    add('iframe', { srcdoc: '<script>1</script>' }),
  ),
  stopped('bridge of an empty frame', { answer: /^undefined undefined$/ }, (_url, add) => {
    const inner = add('iframe').contentWindow ?? {}
    return `${typeof Reflect.get(inner, 'bridge')} ${typeof Reflect.get(inner, 'require')}`
  }),
  stopped(
    'sending out of an empty frame',
    noFetch,
    async (url, add) => typeof (await add('iframe').contentWindow?.fetch(url, { mode: 'no-cors' })),
  ),
  stopped('eval of an empty frame', noFetch, (_url, add) => {
    const run: unknown = Reflect.get(add('iframe').contentWindow ?? {}, 'eval')
    return typeof run === 'function' ? String(Reflect.apply(run, null, ['1 + 1'])) : 'none'
  }),
]
