import { createMerchantApi } from '#main/insurer/api/merchant-api.ts'
import { SystemNetwork } from '#main/network/network.ts'
import { madeUpClaim } from '#testing/outbox/made-up.ts'

/*
 * Sends one claim of a policy to an address, both given as arguments, by the way that the environment variables name and with the
 * certificates that this process trusts. Prints what came of it as JSON.
 */
const [baseUrl = '', policyNumber = ''] = process.argv.slice(2)
const network = new SystemNetwork({
  variables: process.env,
  askSystem: () => Promise.resolve({ list: 'DIRECT', script: null }),
  readLogin: () => Promise.resolve(null),
})
const api = createMerchantApi({ baseUrl, network, readKey: () => Promise.resolve('made-up-key-0001') })
const outcome = await api.createClaim('keke', madeUpClaim({ policyNumber }), '7F3K-92QD')
const check = await api.checkConnection()
await api.close()
const [trouble, trusted] = [network.trouble(), await network.trustedCount()]
const report = { outcome: outcome.type, check: check.type, trouble: trouble?.problem ?? null, trusted }
process.stdout.write(JSON.stringify(report))
