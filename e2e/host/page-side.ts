import { decode, encode } from './codec.ts'

/** What the page side needs to know; it travels as JSON inside the init script. */
export interface PageSideConfig {
  /** Name of the raw binding; removed from `window` before any script of the page runs. */
  readonly binding: string
  /** Key of the symbol under which main's messages are received. */
  readonly receiver: string
  /** Preloads run on these origins alone. */
  readonly origins: readonly string[]
}

type Listener = (event: object, ...args: unknown[]) => void
type Preload = (require: (name: string) => unknown, module: object, exports: object) => void

/**
 * Runs in the page, as text, before its scripts: gives the preload bundle its `require('electron')`. What crosses into
 * the page is cloned and frozen as `contextBridge` does, and an argument that cannot be cloned (a Vue proxy) fails.
 */
function pageSide(
  config: PageSideConfig,
  codec: { encode: (value: unknown) => unknown; decode: (value: unknown) => unknown },
  preload: Preload,
): void {
  const post: unknown = Reflect.get(globalThis, config.binding)
  Reflect.deleteProperty(globalThis, config.binding)
  if (window.top !== window || !config.origins.includes(location.origin) || typeof post !== 'function') return
  const { stringify, parse } = JSON
  const clone = structuredClone
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (reason: Error) => void }>()
  const listeners = new Map<string, Listener[]>()
  let lastId = 0

  const cloned = (value: unknown): unknown => {
    try {
      return clone(value)
    } catch {
      throw new Error('An object could not be cloned.')
    }
  }
  const say = (kind: string, id: number, channel: string, args: unknown[]): void => {
    const text = stringify({ kind, id, channel, args: codec.encode(cloned(args)) })
    Reflect.apply(post, globalThis, [text])
  }
  const ipcRenderer = {
    async invoke(channel: string, ...args: unknown[]): Promise<unknown> {
      const id = ++lastId
      return await new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        try {
          say('invoke', id, channel, args)
        } catch (error) {
          waiting.delete(id)
          reject(error instanceof Error ? error : new Error(String(error)))
        }
      })
    },
    on(channel: string, listener: Listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      return ipcRenderer
    },
    removeListener(channel: string, listener: Listener) {
      const kept = (listeners.get(channel) ?? []).filter((other) => other !== listener)
      listeners.set(channel, kept)
      return ipcRenderer
    },
  }

  const crossing = (value: unknown): unknown => {
    if (typeof value === 'function') {
      return (...args: unknown[]): unknown => crossing(Reflect.apply(value, undefined, args.map(crossing)))
    }
    if (value instanceof Promise) {
      return value.then(crossing, (reason: unknown) => {
        throw new Error(reason instanceof Error ? reason.message : String(reason))
      })
    }
    return cloned(value)
  }
  const exposed = (api: unknown): unknown =>
    typeof api === 'object' && api !== null && !Array.isArray(api)
      ? Object.freeze(Object.fromEntries(Object.entries(api).map(([key, value]) => [key, exposed(value)])))
      : crossing(api)
  const contextBridge = {
    exposeInMainWorld(key: string, api: unknown): void {
      Object.defineProperty(globalThis, key, { value: exposed(api), enumerable: true })
    },
  }

  const receive = (text: string): void => {
    const message = parse(text) as { id?: number; error?: string; channel?: string; value: unknown }
    const value = codec.decode(message.value)
    if (message.channel !== undefined) {
      for (const listener of listeners.get(message.channel) ?? []) listener({}, ...(value as unknown[]))
      return
    }
    const call = waiting.get(message.id ?? -1)
    waiting.delete(message.id ?? -1)
    if (message.error === undefined) call?.resolve(value)
    else call?.reject(new Error(message.error))
  }
  Object.defineProperty(globalThis, Symbol.for(config.receiver), { value: receive })

  // Electron itself reports input to main. Once a second is enough of what is no press.
  let saidAt = -1000
  for (const type of ['keydown', 'pointerdown', 'pointermove', 'wheel']) {
    addEventListener(
      type,
      ({ isTrusted, timeStamp }) => {
        const isPress = type === 'keydown' || type === 'pointerdown'
        if (!isTrusted || (!isPress && timeStamp - saidAt < 1000)) return
        saidAt = timeStamp
        say('input', 0, type, [])
      },
      { capture: true, passive: true },
    )
  }

  // Electron has no menu of its own at the right button: main is told, unless the page prevented it (Blink's
  // context_menu_controller.cc and editor.cc say what can be done).
  const isField = (element: unknown): element is HTMLInputElement | HTMLTextAreaElement =>
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement &&
      'selectionStart' in element &&
      !/^(button|checkbox|radio|file|submit|reset|range|color|image)$/.test(element.type))
  addEventListener('contextmenu', (event) => {
    if (!event.isTrusted || event.defaultPrevented) return
    event.preventDefault()
    const field = isField(event.target) ? event.target : null
    const {
      selectionStart: from,
      selectionEnd: to,
      value = '',
    } = field ?? { selectionStart: null, selectionEnd: null }
    const selectionText = field === null ? String(getSelection()) : value.slice(from ?? 0, to ?? 0)
    const isEditable = field !== null && !field.disabled && !field.readOnly
    const canCopy = selectionText !== '' && field?.type !== 'password'
    const editFlags = {
      canCut: canCopy && isEditable,
      canCopy,
      canPaste: isEditable,
      canSelectAll: field === null || value !== '',
    }
    const menuSourceType = event.button === 2 ? 'mouse' : 'keyboard'
    const { clientX: x, clientY: y } = event
    say('context-menu', 0, '', [{ x, y, isEditable, selectionText, menuSourceType, editFlags }])
  })

  // As Electron on Linux and Windows: a menu's keys count where the page did nothing with them.
  addEventListener('keydown', ({ isTrusted, defaultPrevented, ctrlKey, shiftKey, altKey, key }) => {
    if (!isTrusted || defaultPrevented || !ctrlKey || altKey || key.length > 1) return
    say('keys', 0, `CmdOrCtrl+${shiftKey ? 'Shift+' : ''}${key.toUpperCase()}`, [])
  })

  const electron = { contextBridge, ipcRenderer }
  const requireOf = (name: string): unknown => {
    if (name === 'electron' || name === 'electron/renderer') return electron
    throw new Error(`A sandboxed preload cannot require "${name}".`)
  }
  // As Electron's sandboxed_renderer/init.ts: the page goes on without its bridge, and main is told.
  try {
    preload(requireOf, { exports: {} }, {})
  } catch (error) {
    console.error('Unable to load preload script:', error)
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    say('preload-error', 0, name, [message])
  }
}

/** The init script: the page side, with the built preload as the body of a function. */
export function pageSideSource(config: PageSideConfig, preload: string): string {
  return [
    `(${pageSide.toString()})(${JSON.stringify(config)},`,
    `{ encode: ${encode.toString()}, decode: ${decode.toString()} },`,
    `function (require, module, exports) {\n${preload}\n})`,
  ].join('\n')
}
