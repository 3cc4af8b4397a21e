import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { onTestFinished } from 'vitest'
import * as v from 'valibot'
import { endpoints, type EndpointName } from '#main/practice/endpoints.ts'

const RequestSchema = v.object({ request: v.object({ method: v.string(), url: v.string() }) })

/** Counts what servers in this process are asked from now on until the test ends: practice runs in it. */
export function countArrivals(): (endpoint: EndpointName) => number {
  const asked: string[] = []
  const note = (message: unknown): void => {
    const { method, url } = v.parse(RequestSchema, message).request
    asked.push(`${method} ${url}`)
  }
  subscribe('http.server.request.start', note)
  onTestFinished(() => void unsubscribe('http.server.request.start', note))
  return (endpoint) => {
    const { method, path } = endpoints[endpoint]
    return asked.filter((one) => one === `${method} ${path}`).length
  }
}
