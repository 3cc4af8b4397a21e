import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import type { InputEvent } from 'electron'
import type { CDPSession, Page } from 'playwright-core'
import * as v from 'valibot'
import { toAppAddress } from './addresses.ts'
import { decode, encode } from './codec.ts'
import { HostFrame } from './frame.ts'
import { hostOptions } from './options.ts'
import { pageSideSource } from './page-side.ts'
import { appOrigins, appSchemes } from './protocol.ts'

const MessageSchema = v.object({
  kind: v.picklist(['invoke', 'input', 'context-menu', 'keys', 'preload-error']),
  id: v.number(),
  channel: v.string(),
  args: v.unknown(),
})
const ContextMenuSchema = v.object({
  x: v.number(),
  y: v.number(),
  isEditable: v.boolean(),
  selectionText: v.string(),
  menuSourceType: v.picklist(['mouse', 'keyboard']),
  editFlags: v.object({
    canCut: v.boolean(),
    canCopy: v.boolean(),
    canPaste: v.boolean(),
    canSelectAll: v.boolean(),
  }),
})
/** The part of Electron's `ContextMenuParams` that the stand-in has. */
export type ContextMenuPart = v.InferOutput<typeof ContextMenuSchema>
const ContextSchema = v.object({ frameId: v.string(), isDefault: v.boolean() })

/** What the preload of a page asks. */
export interface PageCall {
  readonly channel: string
  readonly args: readonly unknown[]
  readonly frame: HostFrame | null
}
export interface PageCalls {
  onInvoke(call: PageCall): Promise<unknown>
  /** The top frame shows another document. */
  onNavigated(address: string): void
  /** The preload threw. */
  onPreloadError(error: Error): void
  /** The page got a key or the mouse. */
  onInput(type: InputEvent['type']): void
  /** The page was clicked with the right button, or asked for its context menu by a key. */
  onContextMenu(params: ContextMenuPart): void
  /** Keys that the page did nothing with, as an accelerator. */
  onKeys(keys: string): void
}

/** What Electron calls the page's events; everything else is a mouse that moves. */
const inputTypes: ReadonlyMap<string, InputEvent['type']> = new Map([
  ['keydown', 'keyDown'],
  ['pointerdown', 'mouseDown'],
])

/** Main's end of one page: runs the preload before the page's scripts and carries messages both ways. */
export class PageBridge {
  readonly #session: CDPSession
  readonly #calls: PageCalls
  readonly #binding = `_${randomUUID().replaceAll('-', '')}`
  readonly #receiver = randomUUID()
  readonly #frames = new Map<string, HostFrame>()
  /** Of each document's scripts, so that a call of one that was replaced is known as such. */
  readonly #contexts = new Map<number, HostFrame>()
  #mainFrameId = ''

  private constructor(session: CDPSession, calls: PageCalls) {
    this.#session = session
    this.#calls = calls
  }

  /** Call it before the page's first navigation. `preload` is the text of the built preload, or null. */
  static async attach(page: Page, preload: string | null, calls: PageCalls): Promise<PageBridge> {
    const bridge = new PageBridge(await page.context().newCDPSession(page), calls)
    await bridge.#start(preload)
    return bridge
  }

  get session(): CDPSession {
    return this.#session
  }

  get mainFrame(): HostFrame | null {
    return this.#frames.get(this.#mainFrameId) ?? null
  }

  /** Announces to the top frame; lost, as in Electron, when no document is there to hear it. */
  async announce(channel: string, args: readonly unknown[]): Promise<void> {
    const context = [...this.#contexts].findLast(([, frame]) => frame === this.mainFrame)?.[0]
    if (context !== undefined) await this.#receive(context, { channel, value: encode(structuredClone(args)) })
  }

  async #start(preload: string | null): Promise<void> {
    const session = this.#session
    session.on('Page.frameNavigated', ({ frame }) => {
      this.#seen(frame)
      if (frame.parentId === undefined) this.#calls.onNavigated(frame.url)
    })
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      const frame = this.#frames.get(frameId)
      if (frame !== undefined) frame.url = toAppAddress(url, appSchemes())
    })
    session.on('Page.frameDetached', ({ frameId }) => this.#frames.delete(frameId))
    session.on('Runtime.executionContextCreated', ({ context }) => {
      const aux = v.safeParse(ContextSchema, context.auxData)
      const frame = aux.success && aux.output.isDefault ? this.#frames.get(aux.output.frameId) : undefined
      if (frame !== undefined) this.#contexts.set(context.id, frame)
    })
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      this.#contexts.delete(executionContextId)
    })
    session.on('Runtime.executionContextsCleared', () => this.#contexts.clear())
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === this.#binding) void this.#called(payload, executionContextId)
    })
    await session.send('Page.enable')
    const { frameTree } = await session.send('Page.getFrameTree')
    this.#mainFrameId = frameTree.frame.id
    this.#seen(frameTree.frame)
    await session.send('Runtime.enable')
    if (preload === null) return
    await session.send('Runtime.addBinding', { name: this.#binding })
    const config = { binding: this.#binding, receiver: this.#receiver, origins: appOrigins() }
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: pageSideSource(config, preload) })
  }

  #seen(frame: { readonly id: string; readonly url: string; readonly parentId?: string }): void {
    const parent = frame.parentId === undefined ? null : (this.#frames.get(frame.parentId) ?? null)
    const url = toAppAddress(frame.url, appSchemes())
    const before = this.#frames.get(frame.id)
    if (before !== undefined) before.detached = true
    this.#frames.set(frame.id, new HostFrame(url, parent))
  }

  async #called(payload: string, context: number): Promise<void> {
    const message = v.parse(MessageSchema, JSON.parse(payload))
    if (message.kind === 'input') {
      this.#calls.onInput(inputTypes.get(message.channel) ?? 'mouseMove')
      return
    }
    if (message.kind === 'keys') {
      this.#calls.onKeys(message.channel)
      return
    }
    const args = decode(message.args)
    if (message.kind === 'preload-error') {
      const [said] = v.parse(v.tuple([v.string()]), args)
      this.#calls.onPreloadError(Object.assign(new Error(said), { name: message.channel }))
      return
    }
    if (message.kind === 'context-menu') {
      this.#calls.onContextMenu(v.parse(v.tuple([ContextMenuSchema]), args)[0])
      return
    }
    const frame = this.#contexts.get(context) ?? null
    const call = { channel: message.channel, args: Array.isArray(args) ? args : [], frame }
    await this.#receive(context, { id: message.id, ...(await this.#answerTo(call)) })
  }

  async #answerTo(call: PageCall): Promise<{ readonly value: unknown; readonly error?: string }> {
    try {
      return { value: encode(structuredClone(await this.#calls.onInvoke(call))) }
    } catch (error) {
      return { value: null, error: `Error invoking remote method '${call.channel}': ${String(error)}` }
    }
  }

  async #receive(context: number, message: object): Promise<void> {
    const functionDeclaration = `function (key, text) { globalThis[Symbol.for(key)]?.(text) }`
    const text = JSON.stringify(message)
    if (hostOptions.trafficFile !== null) appendFileSync(hostOptions.trafficFile, `${text}\n`)
    const values = [{ value: this.#receiver }, { value: text }]
    try {
      await this.#session.send('Runtime.callFunctionOn', {
        executionContextId: context,
        functionDeclaration,
        arguments: values,
        silent: true,
      })
    } catch {
      // The document is gone, and the caller with it.
    }
  }
}
