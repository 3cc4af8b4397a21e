import { Dispatcher, fetch as undiciFetch, Response as UndiciResponse } from 'undici'
import { WholeCoding } from './whole-coding.ts'

/**
 * ky 2 hands its `fetch` option a global `Request`, which the package's `fetch` refuses. This adapter takes it apart;
 * `undici.install()` would also do, but it replaces `fetch` and `Request` for the whole main process.
 *
 * The body goes as text, so that it carries a length: a stream would be sent in chunks, which not every server reads.
 */
export function fetchThrough(dispatcher: Dispatcher) {
  return async (input: string | URL | Request): Promise<Response> => {
    const request = input instanceof Request ? input : new Request(input)
    const body = request.body === null ? null : await request.text()
    const response = await undiciFetch(request.url, {
      method: request.method,
      headers: [...request.headers],
      body,
      redirect: 'manual',
      signal: request.signal,
      dispatcher,
    })
    const coding = dispatcher instanceof SingleUse ? dispatcher.coding : null
    const told = coding?.isUsed() === true ? failingWhenBroken(response, coding) : response
    // The same class by the standard; only where the DOM's types are loaded too (e2e) do the two differ on paper.
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-assertion
    return told as unknown as Response
  }
}

/** The answer, with a body that ends in an error when its compressed form was not whole. */
function failingWhenBroken(response: UndiciResponse, coding: WholeCoding): UndiciResponse {
  const reader: ReadableStreamDefaultReader<unknown> | undefined = response.body?.getReader()
  if (reader === undefined) return response
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (value instanceof Uint8Array) controller.enqueue(value)
      if (!done) return
      if (coding.isWhole()) controller.close()
      else controller.error(new Error('The compressed answer broke off'))
    },
    cancel: (reason) => reader.cancel(reason),
  })
  const { status, statusText, headers } = response
  return new UndiciResponse(body, { status, statusText, headers })
}

/**
 * Lets one request through and no second: undici's `fetch` sends a request again by itself when the answer is 421,
 * and must never do so with a claim. Its answer counts as whole only when its compressed form is.
 */
export class SingleUse extends Dispatcher {
  readonly #inner: Dispatcher
  #used = false
  /** Looks on at the answer, once there is one. */
  coding: WholeCoding | null = null

  constructor(inner: Dispatcher) {
    super()
    this.#inner = inner
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (this.#used) throw new Error('A request that must arrive once is not sent again')
    this.#used = true
    this.coding = new WholeCoding(handler)
    return this.#inner.dispatch(options, this.coding)
  }
}
