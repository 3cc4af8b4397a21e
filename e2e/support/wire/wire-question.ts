import { createMerchantApi } from '#main/insurer/api/merchant-api.ts'
import { chanceOf } from '#testing/chance.ts'
import { runTestInsurer } from '#testing/insurer/test-insurer.ts'
import { products } from '#shared/domain/product.ts'
import { FaultyWire } from './faulty-wire.ts'
import { TcpProxy } from './tcp-proxy.ts'
import { pick, randomFault } from './wire-case.ts'
import { effects, points } from './wire-fault.ts'

/** The two POSTs that only ask, with every effect at every point. */
export const questionCases = products.length * points.length * effects.length

const limitMs = 500

export interface QuestionReport {
  readonly name: string
  readonly answered: boolean
  /** How often the question reached the server whole. */
  readonly arrivals: number
  readonly struck: number
}

/** Asks for a claim's details through a fault. An error thrown instead of a failure returned is a failed run. */
export async function askThroughFault(number: number): Promise<QuestionReport> {
  const server = await runTestInsurer({ file: null, pharmacyCount: 20 })
  const product = pick(products, number)
  const point = pick(points, Math.floor(number / products.length))
  const effect = pick(effects, Math.floor(number / products.length / points.length))
  // No engine, no clock: what is held back until the client has given up comes right after that.
  const wire = new FaultyWire((_delayMs, callBack) => {
    const turn = setImmediate(callBack)
    return () => clearImmediate(turn)
  })
  const proxy = await TcpProxy.start(server.port, wire.carry)
  const api = createMerchantApi({
    baseUrl: proxy.url,
    readKey: () => Promise.resolve(server.key),
    postTimeoutMs: limitMs,
  })
  wire.arm({ ...randomFault(chanceOf(number)), point, effect })
  const asked = await api.claimDetails(product, server.claims(product)[0]?.policy_number ?? '')
  await wire.quiet()
  await api.close()
  const arrivals = server.arrivals('keke-claim-details') + server.arrivals('okada-claim-details')
  proxy.refuse()
  await server.close()
  return {
    name: `question ${number}: ${product}, ${effect} ${point}`,
    answered: asked.ok,
    arrivals,
    struck: wire.struck,
  }
}
