import { Dispatcher, fetch as undiciFetch } from 'undici'

/**
 * ky 2 hands its `fetch` option a global `Request`, which the package's `fetch` refuses. This adapter takes it apart;
 * `undici.install()` would also do, but it replaces `fetch` and `Request` for the whole main process.
 *
 * The body is passed as text, so that it has a length: a stream would be sent in chunks, which some servers cannot
 * read.
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
    // The same class by the standard; the types differ only where the DOM's types are loaded too (e2e).
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
    return response as unknown as Response
  }
}

/**
 * Allows a single request: undici's `fetch` automatically resends a request when the answer is 421, which must never
 * happen with a claim.
 */
export class SingleUse extends Dispatcher {
  readonly #inner: Dispatcher
  #used = false

  constructor(inner: Dispatcher) {
    super()
    this.#inner = inner
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (this.#used) throw new Error('A request that must arrive once is not sent again')
    this.#used = true
    return this.#inner.dispatch(options, handler)
  }
}
