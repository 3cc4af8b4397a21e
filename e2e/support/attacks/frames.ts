import type { Attempt } from './attempt.ts'

const noFrame = { directive: 'frame-src' } as const
const stopped = { exception: /TypeError|EvalError/ } as const

/** Frames inside of the page, and what a frame that can be had may do. */
export const frameAttempts: readonly Attempt[] = [
  { name: 'frame of another server', stoppedBy: noFrame, run: (src, add) => add('iframe', { src }) },
  { name: 'frame of our own page', stoppedBy: noFrame, run: (_url, add) => add('iframe', { src: '/' }) },
  {
    name: 'frame of a data address',
    stoppedBy: noFrame,
    run: (_url, add) => add('iframe', { src: 'data:text/html,x' }),
  },
  {
    name: 'frame of a blob',
    stoppedBy: noFrame,
    run: (_url, add) => {
      const src = URL.createObjectURL(new Blob(['<b>x</b>'], { type: 'text/html' }))
      return add('iframe', { src })
    },
  },
  {
    name: 'frame of markup',
    stoppedBy: { exception: /Trusted/ },
    run: (_url, add) => add('iframe', { srcdoc: '<script>1</script>' }),
  },
  {
    name: 'bridge of an empty frame',
    stoppedBy: { answer: /^undefined undefined$/ },
    run: (_url, add) => {
      const inner = add('iframe').contentWindow ?? {}
      return `${typeof Reflect.get(inner, 'bridge')} ${typeof Reflect.get(inner, 'require')}`
    },
  },
  {
    name: 'sending out of an empty frame',
    stoppedBy: stopped,
    run: async (url, add) => typeof (await add('iframe').contentWindow?.fetch(url, { mode: 'no-cors' })),
  },
  {
    name: 'eval of an empty frame',
    stoppedBy: stopped,
    run: (_url, add) => {
      const run: unknown = Reflect.get(add('iframe').contentWindow ?? {}, 'eval')
      return typeof run === 'function' ? String(Reflect.apply(run, null, ['1 + 1'])) : 'none'
    },
  },
]
