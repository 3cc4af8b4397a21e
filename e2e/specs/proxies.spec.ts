import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { loopbackPort } from '#testing/platform/loopback-port.ts'
import { createTestAuthority } from '#testing/insurer-client/test-certificate.ts'
import { tinyproxy } from '#testing/real-proxy.ts'
import { AppPage, policyOf } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { proxyPassword } from '../support/canary-values.ts'
import { giveKey, launchWith } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { need } from '../support/needs.ts'

need(test, 'tinyproxy')

// Not this computer by its name, or no proxy would be asked; Linux leads it here nevertheless.
const here = '0.0.0.0'
const office = createTestAuthority()

/** TLS with the office's own certificate before a server that has none and is known by another name. */
async function overTls({
  port,
}: {
  readonly port: number
}): Promise<{ readonly port: number; close: () => void }> {
  const tls = createServer(office.issue([here]), (incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming
    const named = { ...headers, host: `127.0.0.1:${port}` }
    const onward = request({ port, method, path, headers: named }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  return {
    port: await loopbackPort(tls),
    close: () => {
      tls.closeAllConnections()
      tls.close()
    },
  }
}

test(
  'a proxy that asks for a name and password gets them, and a claim arrives once',
  { tag: '@longer' },
  async ({ launch, dataDir, server }) => {
    const login = { name: 'branch', password: proxyPassword }
    const proxy = await tinyproxy.start({ login })
    const insurer = await overTls(server)
    const certificate = join(dataDir, 'office.pem')
    await writeFile(certificate, office.cert)
    const sandboxBaseUrl = `https://${here}:${insurer.port}`
    const app = await launchWith(
      launch,
      dataDir,
      { configured: true, environment: 'sandbox', sandboxBaseUrl },
      {
        env: { HTTPS_PROXY: proxy.url, NO_PROXY: 'intranet.example', SSL_CERT_FILE: certificate },
      },
    )
    const appPage = new AppPage(await app.window())
    const { page, main } = appPage
    await giveKey(appPage, server.key, app)
    await appPage.statusLine.getByRole('link', { name: 'Connection' }).click()
    const way = main.getByRole('region', { name: 'Route to the insurer' })
    await expect(way).toContainText(`Through the proxy ${new URL(proxy.url).host}.`)
    await expect(way).toContainText('environment variable HTTPS_PROXY')
    await expect(way).toContainText('The proxy needs a name and password')
    await expectAccessible(page, 'the proxy asks for a name and password')

    const save = async (password: string): Promise<void> => {
      await way.getByRole('textbox', { name: 'Name' }).fill(login.name)
      await way.getByRole('textbox', { name: 'Password' }).fill(password)
      await way.getByRole('button', { name: 'Save and try again' }).click()
    }
    await save('another one')
    await expect(way).toContainText('The proxy does not accept the name and password')
    await save(login.password)
    await expect(main).toContainText('The connection to the insurer works')
    await expect(way).not.toContainText('The proxy does not accept')
    await expectAccessible(page, 'through a proxy')
    const policyNumber = policyOf('keke', 3)
    await appPage.submitClaim('keke', { policyNumber })
    const arrived = async (): Promise<number> => {
      await app.passTime(5_000)
      return server.claims('keke').filter((row) => row.policy_number === policyNumber).length
    }
    await expect.poll(arrived).toBe(1)

    await proxy.stop()
    await appPage.statusLine.getByRole('link', { name: 'Connection' }).click()
    await main.getByRole('button', { name: 'Try now' }).click()
    await expect(way).toContainText('The proxy cannot be reached')
    await expectAccessible(page, 'the proxy is gone')
    insurer.close()
  },
)
