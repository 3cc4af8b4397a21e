import type { Attempt } from './attempt.ts'

const noFrame = { directive: 'frame-src' } as const

/** Frames inside of the page, and what a frame that can be had may do. */
export const frameAttempts: readonly Attempt[] = [
  {
    name: 'frame of another server',
    stoppedBy: noFrame,
    run: (url) => document.body.append(Object.assign(document.createElement('iframe'), { src: url })),
  },
  {
    name: 'frame of our own page',
    stoppedBy: noFrame,
    run: () => document.body.append(Object.assign(document.createElement('iframe'), { src: '/' })),
  },
  {
    name: 'frame of a data address',
    stoppedBy: noFrame,
    run: () =>
      document.body.append(Object.assign(document.createElement('iframe'), { src: 'data:text/html,x' })),
  },
  {
    name: 'frame of a blob',
    stoppedBy: noFrame,
    run: () => {
      const src = URL.createObjectURL(new Blob(['<b>x</b>'], { type: 'text/html' }))
      document.body.append(Object.assign(document.createElement('iframe'), { src }))
    },
  },
  {
    name: 'frame of markup',
    stoppedBy: { exception: /Trusted/ },
    run: () =>
      document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: '<script>1</script>' })),
  },
  {
    name: 'bridge of an empty frame',
    stoppedBy: { answer: /^undefined undefined$/ },
    run: () => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const inner = frame.contentWindow ?? {}
      const found = `${typeof Reflect.get(inner, 'bridge')} ${typeof Reflect.get(inner, 'require')}`
      frame.remove()
      return found
    },
  },
  {
    name: 'sending out of an empty frame',
    stoppedBy: { exception: /TypeError|EvalError/ },
    run: async (url) => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      try {
        return typeof (await frame.contentWindow?.fetch(url, { mode: 'no-cors' }))
      } finally {
        frame.remove()
      }
    },
  },
  {
    name: 'eval of an empty frame',
    stoppedBy: { exception: /TypeError|EvalError/ },
    run: () => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      try {
        const run: unknown = Reflect.get(frame.contentWindow ?? {}, 'eval')
        return typeof run === 'function' ? String(Reflect.apply(run, null, ['1 + 1'])) : 'none'
      } finally {
        frame.remove()
      }
    },
  },
]
