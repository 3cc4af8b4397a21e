import { Dispatcher, fetch as undiciFetch } from 'undici'

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
    // The same class by the standard; only where the DOM's types are loaded too (e2e) do the two differ on paper.
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-assertion
    return response as unknown as Response
  }
}

/**
 * Lets one request through and no second: undici's `fetch` sends a request again by itself when the answer is 421,
 * and must never do so with a claim.
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
