import { once } from 'node:events'
import { createServer } from 'node:https'
import { loopbackPort } from '#testing/platform/loopback-port.ts'
import { createTestCertificate } from '#testing/insurer-client/test-certificate.ts'
import { AppPage } from '../pages/app-page.ts'
import { merchantKeys } from '../support/canary-values.ts'
import { expect, test } from '../support/fixtures.ts'
import { isKeyringAlwaysThere } from '../support/needs.ts'
import { request } from '../support/request.ts'

const key = merchantKeys.firstStart

test(
  'the first start connects to the insurer, and says in words what is wrong until it works',
  { tag: '@longer' },
  async ({ app, server }) => {
    server.setKey(key)
    const stranger = await untrustedServer()
    const appPage = new AppPage(await app.window())
    const { page, main } = appPage
    await page.getByRole('button', { name: 'Connect to the insurer' }).click()
    await main.getByRole('radio', { name: 'Sandbox' }).click()
    const address = main.getByLabel('Address of the insurer’s system')
    const secret = main.getByLabel('Merchant’s key')
    const save = async (url: string, typedKey: string): Promise<void> => {
      await address.fill(url)
      await secret.fill(typedKey)
      await main.getByRole('button', { name: 'Check and connect' }).click()
    }
    await save('http://api.example.com', key)
    await expect(address).toHaveAccessibleDescription(/Enter an address that begins with https:\/\//)
    await expect(address).toBeFocused()
    await save(server.url, 'another-key')
    await app.answerDialog('Send them there')
    await expect(main.getByText('The insurer does not accept the key')).toBeVisible()
    server.faults.set('all-pharmacies', { type: 'html' })
    await save(server.url, key)
    await expect(main.getByText('This is not the insurer’s system')).toBeVisible()
    server.faults.clear()
    await save(stranger.url, key)
    await app.answerDialog('Send them there')
    await expect(main.getByText('The certificate at the insurer’s address is not trusted')).toBeVisible()
    await expect(main.getByText('virus scanner')).toBeVisible()
    await expect(main.getByText('This is not the insurer’s system')).toBeHidden()
    await stranger.close()
    await server.disconnect()
    await save(server.url, key)
    await expect(main.getByText('No connection')).toBeVisible()
    await server.reconnect()
    const status = await request(page, 'app:status')
    expect(status).toMatchObject({ environment: 'practice', settings: { configured: false } })
    await save(server.url, key)
    await expect(main.getByText('The insurer answers and accepts the key.')).toBeVisible()
    await main.getByRole('button', { name: 'Start working' }).click()
    await main.getByRole('heading', { name: 'Today' }).waitFor()
    await expect(page.getByRole('banner')).toContainText('Sandbox')

    if (isKeyringAlwaysThere) return
    await test.step('Today says that the key goes, and after the next start why it has gone', async () => {
      await expect(main.getByText('The key is forgotten when you quit')).toBeVisible()
      await app.quit()
      await app.restart()
      const again = new AppPage(await app.window())
      const why = 'This computer cannot store keys safely.'
      await expect(again.main.getByText('Enter the key again')).toBeVisible()
      await expect(again.main.getByText(why)).toBeVisible()
      await expect(again.statusLine).toContainText('Enter the key again.')
      await again.openSettings('Connection')
      await expect(again.main.getByText(why, { exact: true })).toBeVisible()
      await again.main.getByLabel('Merchant’s key').fill(key)
      await again.main.getByRole('button', { name: 'Save key' }).click()
      await app.answerDialog('Send them there')
      await expect(again.main.getByText('A key is set until you quit')).toBeVisible()
    })
  },
)
/** A local server with an untrusted certificate. */
async function untrustedServer(): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server = createServer(createTestCertificate(['localhost']), (_request, response) => response.end())
  const port = await loopbackPort(server)
  return {
    url: `https://localhost:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
