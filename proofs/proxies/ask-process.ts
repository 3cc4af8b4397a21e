import { createMerchantApi } from '#main/insurer/api/merchant-api.ts'
import { SystemNetwork } from '#main/insurer/network/network.ts'
import type { ClaimContent } from '#shared/domain/claim.ts'

/*
 * Sends one claim to the address given as an argument, by the way that the environment variables name and with the
 * certificates that this process trusts. Prints what came of it as JSON.
 */
const [baseUrl = ''] = process.argv.slice(2)
const claim: ClaimContent = {
  policyNumber: 'KP/TEST/0001/24',
  claimantIdentification: 'ID-0001',
  occurrenceDate: '2024-05-06',
  occurrenceAddress: '1 Example Road, Surulere',
  incidentDetails: 'A tricycle was hit from behind.',
  incidentPictureUrl: 'https://files.example/picture.jpg',
  medicalReportUrl: 'https://files.example/report.pdf',
  deathCertificateUrl: 'https://files.example/certificate.pdf',
  originalPolicyCertificateUrl: 'https://files.example/policy.pdf',
  repairEstimate: 1500.5,
}
const network = new SystemNetwork({
  ledger: { follow: () => undefined },
  variables: process.env,
  askSystem: () => Promise.resolve({ list: 'DIRECT', script: null }),
  readLogin: () => Promise.resolve(null),
})
const api = createMerchantApi({ baseUrl, network, readKey: () => Promise.resolve('made-up-key-0001') })
const outcome = await api.createClaim('keke', claim, '7F3K-92QD')
const check = await api.checkConnection()
await api.close()
const [trouble, trusted] = [network.trouble(), await network.trustedCount()]
const report = { outcome: outcome.type, check: check.type, trouble: trouble?.problem ?? null, trusted }
process.stdout.write(JSON.stringify(report))
