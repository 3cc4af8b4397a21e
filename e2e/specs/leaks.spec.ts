import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { practiceMerchantSecret, type TestInsurer } from '#testing/insurer/test-insurer.ts'
import { policyOf } from '../pages/app-page.ts'
import { OfficersPage, type TestOfficer } from '../pages/officers-page.ts'
import { CanarySearch, type Canary } from '../support/canaries.ts'
import { madeUpCustomer, merchantKeys } from '../support/canary-values.ts'
import { launchWith } from '../support/connected.ts'
import type { TestApp } from '../support/test-app.ts'
import { expect, test } from '../support/fixtures.ts'
import { anyKeyring } from '../support/keyrings.ts'

// Includes the browser's own features (forms, passwords, crash reports).
test.use({ wholeBrowser: true })

const { leaks: key, leaksRefused: wrongKey } = merchantKeys
/** Nowhere but in main's memory. */
const keys: readonly Canary[] = [
  { name: 'the key', value: key },
  { name: 'a key that was refused', value: wrongKey },
  { name: 'the secret key in an answer', value: practiceMerchantSecret },
]
/** Not even in main beyond the answer they came in: they are not on the list of fields. */
const unasked: readonly Canary[] = [
  { name: 'password', value: 'Canary Password “yT5r/Qe8”' },
  { name: 'PIN of the customer', value: 'canary-pin-Wq7+Zb3' },
  { name: 'NIN', value: '00000918273645' },
  { name: 'identity card', value: 'https://files.example.com/canary-id-Nf4Kd8.jpg?a=1&b=2' },
  { name: 'e-mail of the next of kin', value: 'canary-kin-Xs2Vp6@example.com' },
]
/** On an unlocked screen, and sealed on the disk. */
const written = {
  claimantIdentification: 'NIN “Canary/Okonjo-Ub5Rg1”',
  occurrenceAddress: '17 Canary Close & Court, Mx8Td4',
  incidentDetails: 'Canary Adébáyò hit "a kerb" Yj6Fw2/+',
  incidentPictureUrl: 'https://files.example.com/canary-picture-Cz3Hn7.jpg?a=1&b=2',
}
const draftText = 'Half-written about Canary Ngozi’s leg Lk9Bv5'
const beside = { note: 'Canary cousin rang, "not her" Tz8Wd3/+', replacedBy: '9C4N-AR1Y' }
const received: Readonly<Record<string, string>> = {
  first_name: 'Canaryfirst-Pd7Qm3',
  surname: 'O’Canary Ṣùrù Ge2Xj8',
  phone_no: '08000009182736',
  email: 'canary.customer+Ro4Tz6@example.com',
  address: '3 Canary "Way", Ikeja Sb1Nk5',
  next_of_kin_full_name: 'Canarykin-Vh6Yc9',
  nok_phone_no: '08000005647382',
}
const keke = policyOf('keke', 3)
const okada = policyOf('okada', 3)
const persons: readonly Canary[] = [
  // With its quotes, as JSON and heaps have it: alone it is too short to be looked for.
  { name: 'reference of the claim that replaces it', value: `"${beside.replacedBy}"` },
  { name: 'note', value: beside.note },
  { name: 'name of the customer', value: madeUpCustomer.name },
  { name: 'phone of the customer', value: madeUpCustomer.phone },
  ...Object.entries({ ...written, ...received }).map(([name, value]) => ({ name, value })),
  { name: 'half-written draft', value: draftText },
  { name: 'policy of a keke claim', value: keke },
  { name: 'policy of an okada claim', value: okada },
]

const ada: TestOfficer = { name: 'Ada Made-up', secret: 'seven-canaries-Fd8Lw2' }
const officerSecret: Canary = { name: 'an officer’s passphrase', value: ada.secret }

/** The details of a claim as the server sends them, with the canaries in place. */
async function detailsOf(server: TestInsurer, policyNumber: string): Promise<unknown> {
  const answer = await fetch(`${server.url}/api/merchant/keke_pass_claim_details`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ policyNumber }),
  })
  const leaks: Readonly<Record<string, string>> = {
    password: unasked[0]?.value ?? '',
    transaction_pin: unasked[1]?.value ?? '',
    nin_number: unasked[2]?.value ?? '',
    id_url: unasked[3]?.value ?? '',
    nok_email: unasked[4]?.value ?? '',
  }
  const placed: unknown = JSON.parse(await answer.text(), (name, value: unknown) =>
    typeof value === 'object' && value !== null ? value : (leaks[name] ?? received[name] ?? value),
  )
  const text = JSON.stringify(placed)
  for (const { value } of [...unasked, ...Object.values(received).map((value) => ({ value }))])
    expect(text, 'the canary is in the answer').toContain(JSON.stringify(value).slice(1, -1))
  return placed
}

/** Every string and name that the page's JavaScript can still reach. */
async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  return chunks.join('')
}

/** Types as the keyboard does: what a test's own script puts into a field stays in that script's memory. */
async function type(field: Locator, text: string): Promise<void> {
  await field.focus()
  await field.page().keyboard.insertText(text)
}

async function addManager(appPage: OfficersPage): Promise<void> {
  await appPage.openSettings('Officers')
  await appPage.section.getByRole('button', { name: /^Add/ }).click()
  const dialog = appPage.page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(ada.name)
  await type(dialog.getByLabel('PIN or passphrase'), ada.secret)
  await type(dialog.getByLabel('Enter it again'), ada.secret)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function setKey(appPage: OfficersPage, typed: string, app: TestApp, answer: string): Promise<void> {
  await appPage.openSettings('Connection')
  await type(appPage.main.getByLabel('Merchant’s key'), typed)
  await appPage.main.getByRole('button', { name: /^(Save|Replace) key$/ }).click()
  await app.answerDialog(answer)
  await expect(appPage.main.getByLabel('Merchant’s key')).toHaveValue('')
}

/** Opens the claim of a keke policy by the keyboard. */
async function lookUp(appPage: OfficersPage, policyNumber: string): Promise<void> {
  await appPage.goTo('Claims')
  await appPage.choose('Look up a policy')
  const dialog = appPage.page.getByRole('dialog', { name: 'Look up a policy' })
  await dialog.getByRole('radio', { name: 'Keke' }).click()
  await type(dialog.getByRole('textbox', { name: 'Policy number' }), policyNumber)
  await appPage.page.keyboard.press('Enter')
}

/** Writes a note beside a received claim, and says by which it is replaced. */
async function writeBeside(appPage: OfficersPage): Promise<void> {
  const { main, page } = appPage
  await type(main.getByRole('textbox', { name: 'Note' }), beside.note)
  await page.keyboard.press('Tab')
  await main.getByText(/^Changed .* by Ada Made-up\.$/).waitFor()
  await appPage.openWholePage()
  await appPage.choose('Something is wrong')
  const dialog = page.getByRole('dialog', { name: 'Something is wrong with this claim' })
  await type(
    dialog.getByRole('textbox', { name: 'Reference of the claim that replaces it' }),
    beside.replacedBy,
  )
  await dialog.getByRole('button', { name: 'Mark as wrong' }).click()
  await main.getByText(/^Replaced by /).waitFor()
}

/**
 * A claim is refused, one is delivered and written beside, details are looked at and kept, a draft is left, a pharmacy
 * is asked for.
 */
async function doTheJob(app: TestApp, appPage: OfficersPage, server: TestInsurer): Promise<void> {
  const { main } = appPage
  const echo = `You sent ${key}.`
  const refusal = { success: false, message: echo, errors: { policy_number: [echo] } }
  await setKey(appPage, wrongKey, app, 'Send them there')
  await appPage.newClaim('keke')
  await appPage.fillClaim({ policyNumber: keke, ...written })
  await type(appPage.field('Customer’s name (optional)'), madeUpCustomer.name)
  await type(appPage.field('Customer’s phone (optional)'), madeUpCustomer.phone)
  await appPage.submit()
  await expect(appPage.statusLine).toContainText('The insurer does not accept the key.')
  server.faults.set('create-keke-claim', {
    type: 'status',
    status: 422,
    body: refusal,
    times: 1,
  })
  await setKey(appPage, key, app, 'Replace')
  await appPage.showClaims()
  await expect(appPage.entry(keke)).toContainText('Not accepted')
  await appPage.act(keke, 'Correct')
  await main
    .getByText(/The insurer says: You sent/)
    .first()
    .waitFor()
  await appPage.submit()
  await appPage.showClaims()
  await appPage.openEntry(keke)
  await expect(main).toContainText(/As of |The insurer confirmed it\./)
  await writeBeside(appPage)

  server.faults.set('keke-claim-details', { type: 'wrong-shape', body: await detailsOf(server, keke) })
  await lookUp(appPage, keke)
  await expect(main).toContainText(received['surname'] ?? '')
  await main.getByRole('button', { name: 'Save for offline use' }).click()
  await main.getByText('Saved on this computer').first().waitFor()
  await appPage.requestPharmacy(keke)

  await server.disconnect()
  await appPage.submitClaim('okada', { policyNumber: okada, ...written })
  await appPage.newClaim('okada')
  await main.getByRole('textbox', { name: 'What happened' }).fill(draftText)
}

test(
  'keys and people leave no trace in files, logs, answers, heaps, processes or what is printed',
  { tag: '@longer' },
  async ({ launch, dataDir, server }) => {
    test.setTimeout(150_000)
    server.setKey(key)
    const traffic = join(dataDir, 'traffic')
    await using keyring = await anyKeyring(dataDir)
    const settings = {
      configured: true,
      environment: 'sandbox',
      sandboxBaseUrl: server.url,
      liveBaseUrl: '',
    } as const
    const app = await launchWith(launch, dataDir, settings, { ...keyring.startWith, trafficFile: traffic })
    const appPage = new OfficersPage(await app.window())
    await addManager(appPage)
    await doTheJob(app, appPage, server)

    const secrets = new CanarySearch([...keys, ...unasked, officerSecret])
    const everything = new CanarySearch([...keys, ...unasked, officerSecret, ...persons])
    // A positive control: without it the search would prove nothing.
    const open = await heapOf(appPage.page)
    expect(new CanarySearch(persons).inText(open, 'the unlocked page')).not.toEqual([])
    expect.soft(secrets.inText(open, 'the heap of the unlocked page')).toEqual([])
    await appPage.lock()
    expect.soft(everything.inText(await heapOf(appPage.page), 'the heap of the locked page')).toEqual([])
    expect.soft(everything.inProcesses(app.dataDir)).toEqual([])
    const gone = app.quit()
    await app.answerDialog('Quit anyway')
    await gone

    expect.soft(everything.inFolder(app.dataDir)).toEqual([])
    expect.soft(everything.inText(app.printed(), 'what it printed')).toEqual([])
    const said = await readFile(traffic)
    expect(said.toString()).toContain(Object.values(received)[0])
    expect.soft(secrets.inBytes(said, 'the answers to the page')).toEqual([])
  },
)
