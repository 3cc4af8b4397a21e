import { readFile } from 'node:fs/promises'
import { claimFieldNames, claimFields } from '#shared/domain/claim-fields.ts'
import { completeFields } from '#testing/claim/made-up.ts'
import { recordFigure } from '#testing/proof.ts'
import { AppPage, policyOf } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { phonePhoto, type DroppedFile } from '../support/dropped-files.ts'
import { expect, test } from '../support/fixtures.ts'
import { KeyboardOfficer, type Keystrokes } from '../support/keyboard.ts'

/** A complete claim as an officer types it: as few keys as the form asks for. */
const claim = {
  ...completeFields,
  policyNumber: policyOf('keke'),
  claimantIdentification: 'NIN 00000000417',
  occurrenceDate: '02112026',
  occurrenceAddress: '14 Made-up Street, Yaba, Lagos',
  incidentDetails: 'A bus turned without a signal and hit the front wheel of the keke. Nobody was hurt.',
  repairEstimate: '185000',
} as const
const links = [
  'https://files.example/417/picture.jpg',
  'https://files.example/417/medical.pdf',
  'https://files.example/417/death.pdf',
  'https://files.example/417/policy.pdf',
]

const slots = [
  'Picture of the incident',
  'Medical report',
  'Death certificate',
  'Original policy certificate',
]

/** Seconds that this takes a person who types forty words a minute, thinking before each field (docs/usability.md). */
const secondsByHand = ({ navigation, typed }: Keystrokes, fields = 10): number =>
  Math.round((navigation + typed) * 0.28 + fields * 1.35)

/** A number that docs/usability.md promises. */
async function promised(what: string): Promise<number> {
  const text = await readFile(new URL('../../docs/usability.md', import.meta.url), 'utf8')
  const [, found] = new RegExp(`^\\| ${what} \\| (\\d+) `, 'm').exec(text) ?? []
  if (found === undefined) throw new Error(`docs/usability.md says nothing about: ${what}`)
  return Number(found)
}

/** A new claim, with what is typed before its files. */
async function typeUpToFiles(
  officer: KeyboardOfficer,
  appPage: AppPage,
  policyNumber: string = claim.policyNumber,
): Promise<void> {
  await officer.press('Control+Shift+K')
  await expect(appPage.field('Policy number')).toBeFocused()
  await officer.type(policyNumber)
  await officer.tabTo(appPage.field('Claimant’s identification'))
  await officer.type(claim.claimantIdentification)
  await typeIncident(officer, appPage)
}
async function typeIncident(officer: KeyboardOfficer, appPage: AppPage): Promise<void> {
  for (const name of claimFieldNames.filter((name) => claimFields[name].group === 'incident')) {
    await officer.tabTo(appPage.claimField(name))
    await officer.type(claim[name])
  }
}

test('the main job is done from first start to last answer without a mouse', async ({ app }) => {
  const appPage = new AppPage(await app.window())
  const { page, main } = appPage
  const officer = new KeyboardOfficer(page)
  await page.getByRole('button', { name: 'Start in practice mode' }).waitFor()
  await officer.tabTo(page.getByRole('button', { name: 'Start in practice mode' }))
  await officer.press('Enter')
  await main.getByRole('heading', { name: 'Today' }).waitFor()

  const before = officer.keystrokes
  const startedAt = performance.now()
  await typeUpToFiles(officer, appPage)
  await officer.tabTo(main.getByRole('radio', { name: 'No one was hurt' }))
  await officer.press('Space')
  for (const index of [0, 3]) {
    const label = slots[index] ?? ''
    await officer.tabTo(appPage.field(label))
    // Copied from a chat: a slot takes no typing, but a link that is pasted.
    await appPage.putLink(label, links[index] ?? '')
    await expect(appPage.field(label)).toBeFocused()
  }
  await officer.press('Control+Enter')
  await main.getByRole('heading', { name: 'Claim submitted' }).waitFor()
  const pressed = officer.since(before)
  // Ctrl+V for each of the two links.
  const keys = { ...pressed, navigation: pressed.navigation + 2 }
  recordFigure({
    proof: 'keyboard-claim',
    tried: { fields: 10 },
    seen: {
      navigationKeys: keys.navigation,
      typedCharacters: keys.typed,
      secondsByHand: secondsByHand(keys),
      secondsOfThisRun: Math.round((performance.now() - startedAt) / 100) / 10,
    },
  })
  expect(keys.navigation).toBeLessThanOrEqual(await promised('Keys that are not typing'))
  expect(keys.typed).toBeLessThanOrEqual(await promised('Characters typed'))
  expect(secondsByHand(keys)).toBeLessThanOrEqual(await promised('Seconds by hand'))

  // The claim in the list, and beside it.
  await officer.press('Control+2')
  const row = appPage.entry(claim.policyNumber)
  await expect(row).toHaveAttribute('data-situation', 'received')
  await officer.tabTo(row)
  await officer.press('Enter')
  await expect(main).toContainText('The practice insurer confirmed it.')

  // The claim as the insurer has it.
  await officer.press('Control+Shift+L')
  const lookUp = page.getByRole('dialog', { name: 'Look up a policy' })
  await lookUp.waitFor()
  await officer.tabTo(lookUp.getByRole('textbox', { name: 'Policy number' }))
  await officer.type(claim.policyNumber)
  await officer.press('Enter')
  // Until the answer is there, the list and the claim beside it stay.
  await expect(main.getByRole('complementary', { name: 'The selected claim' })).toHaveCount(0)
  await expect(main.getByText(claim.incidentDetails)).toBeVisible()

  // A pharmacy of the insurer’s list, and its details sent to the customer.
  await officer.press('Control+3')
  await main.getByRole('row').nth(1).waitFor()
  await officer.tabTo(main.getByRole('search').getByRole('textbox').or(main.getByRole('searchbox')))
  await officer.type('pharm')
  await officer.press('Enter')
  const first = main.getByRole('table').getByRole('button').first()
  await first.waitFor()
  await officer.tabTo(first)
  const pharmacy = await first.innerText()
  await officer.press('Enter')
  const dialog = page.getByRole('dialog')
  await officer.tabTo(dialog.getByRole('button', { name: 'Send to the customer' }))
  await officer.press('Enter')
  await expect(dialog.getByLabel('Customer’s policy number')).toBeFocused()
  await officer.type(claim.policyNumber)
  await officer.press('Enter')
  await dialog.getByText(', for the customer of policy').waitFor()
  await officer.press('Escape')
  await dialog.waitFor({ state: 'hidden' })

  // The same pharmacy again, from anywhere.
  await officer.press('Control+1')
  await main.getByRole('heading', { name: 'Today' }).waitFor()
  await officer.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await officer.type(pharmacy)
  const found = page
    .getByRole('group', { name: 'Pharmacies' })
    .getByRole('option', { name: pharmacy })
    .first()
  await found.waitFor()
  const highlighted = page.locator('[role=option][data-highlighted]')
  for (let presses = 0; presses < 20; presses += 1) {
    if ((await found.getAttribute('data-highlighted')) !== null) break
    const before = await highlighted.innerText()
    await officer.press('ArrowDown')
    await expect(highlighted).not.toHaveText(before)
  }
  await officer.press('Enter')
  await page.getByRole('dialog', { name: pharmacy }).waitFor()
  await officer.press('Escape')
  await expect(appPage.statusLine).toContainText('Nothing waits.')
})

test('a claim with four photos is complete without a link and without a mouse', async ({ app }) => {
  const appPage = new AppPage(await app.window())
  const { page, main } = appPage
  const officer = new KeyboardOfficer(page)
  await appPage.startPractice()
  // So that the page's dialogs are caught from the first on.
  page.on('filechooser', () => undefined)
  const photos: DroppedFile[] = []
  for (const seed of [0, 1, 2, 3]) photos.push(await phonePhoto(page, `IMG_041${seed}.jpg`, seed))

  const before = officer.keystrokes
  await typeUpToFiles(officer, appPage)
  for (const [index, label] of slots.entries()) {
    const photo = photos[index]
    if (photo === undefined) continue
    await officer.tabTo(appPage.field(label))
    await officer.choose(photo)
    // The file takes the field's place, and the focus.
    await expect(main.getByRole('button', { name: `Change ${photo.name}` })).toBeFocused()
  }
  await expect(main).toContainText('All fields filled in')
  await officer.press('Control+Enter')
  await main.getByRole('heading', { name: 'Claim submitted' }).waitFor()
  const keys = officer.since(before)
  recordFigure({
    proof: 'keyboard-photos',
    tried: { photos: photos.length },
    seen: {
      navigationKeys: keys.navigation,
      typedCharacters: keys.typed,
      secondsByHand: secondsByHand(keys),
    },
  })
  expect(keys.navigation).toBeLessThanOrEqual(await promised('Keys with four photos'))
  expect(keys.typed).toBeLessThanOrEqual(await promised('Characters with four photos'))
  expect(secondsByHand(keys)).toBeLessThanOrEqual(await promised('Seconds with four photos'))
})

test(
  'five photos of one accident go in one field, and three claims of one owner are soon written',
  { tag: '@longer' },
  async ({ app }) => {
    const appPage = new AppPage(await app.window())
    const { page, main } = appPage
    const officer = new KeyboardOfficer(page)
    await appPage.startPractice()
    page.on('filechooser', () => undefined)
    const photos: DroppedFile[] = []
    for (const seed of [0, 1, 2, 3, 4, 5]) photos.push(await phonePhoto(page, `IMG_041${seed}.jpg`, seed))
    const [certificate, ...ofAccident] = photos
    if (certificate === undefined) throw new Error('There is no photo.')
    const finish = async (pictures: readonly DroppedFile[]): Promise<void> => {
      await officer.tabTo(main.getByRole('radio', { name: 'No one was hurt' }))
      await officer.press('Space')
      for (const [slot, files] of [
        ['Picture of the incident', pictures],
        ['Original policy certificate', [certificate]],
      ] as const) {
        await officer.tabTo(appPage.field(slot))
        await officer.choose(...files)
        const name = files.length === 1 ? files[0].name : `${files.length} photos.pdf`
        await expect(main.getByRole('button', { name: `Change ${name}` })).toBeFocused()
      }
      await officer.press('Control+Enter')
      await main.getByRole('heading', { name: 'Claim submitted' }).waitFor()
    }
    const record = async (proof: string, what: string, keys: Keystrokes, fields: number): Promise<void> => {
      const secondsOfHand = secondsByHand(keys, fields)
      const seen = {
        navigationKeys: keys.navigation,
        typedCharacters: keys.typed,
        secondsByHand: secondsOfHand,
      }
      recordFigure({ proof, tried: { fields }, seen })
      expect(keys.navigation).toBeLessThanOrEqual(await promised(`Keys with ${what}`))
      expect(keys.typed).toBeLessThanOrEqual(await promised(`Characters with ${what}`))
      expect(secondsOfHand).toBeLessThanOrEqual(await promised(`Seconds with ${what}`))
    }

    const first = officer.keystrokes
    await typeUpToFiles(officer, appPage)
    await finish(ofAccident)
    await record('keyboard-five-photos', 'five photos of one accident', officer.since(first), 10)

    const three = officer.keystrokes
    for (const vehicle of [1, 2, 3]) {
      if (vehicle === 1) await typeUpToFiles(officer, appPage, policyOf('keke', vehicle))
      else {
        await officer.tabTo(main.getByRole('button', { name: 'Same owner, another vehicle' }))
        await officer.press('Enter')
        await expect(appPage.field('Policy number')).toBeFocused()
        await officer.type(policyOf('keke', vehicle))
        await typeIncident(officer, appPage)
      }
      await finish(ofAccident.slice(vehicle - 1, vehicle))
    }
    await record('keyboard-one-owner', 'three claims of one owner', officer.since(three), 28)
  },
)

test(
  'the form helps: pastes are tidied, an odd policy number is pointed out',
  { tag: '@longer' },
  async ({ connected }) => {
    const appPage = await connected.page()
    const { page, main } = appPage
    await appPage.submitClaim('keke', { policyNumber: policyOf('keke') })
    const officer = new KeyboardOfficer(page)
    const paste = async (text: string): Promise<void> =>
      await page.evaluate((pasted) => {
        const data = new DataTransfer()
        data.setData('text/plain', pasted)
        const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
        document.activeElement?.dispatchEvent(event)
      }, text)

    // The next one, from where the last one was submitted.
    await officer.press('Control+Shift+K')
    await main.getByRole('heading', { name: 'Keke claim' }).waitFor()
    await expect(appPage.field('Policy number')).toBeFocused()
    await officer.type('000417')
    await officer.press('Tab')
    await expect(main.getByText('Policy numbers usually have slashes.')).toBeVisible()
    await officer.press('Shift+Tab')
    await officer.press('Control+a')
    await paste('  OKP / 2026 /\r\n LA/000417 ')
    await expect(appPage.field('Policy number')).toHaveValue('OKP / 2026 / LA/000417')
    await officer.press('Control+z')
    await expect(appPage.field('Policy number')).toHaveValue('000417')
    await officer.tabTo(appPage.field('Date of the incident'))
    await officer.type('5th march 2026')
    await expect(main.getByText('Thursday, 5 March 2026')).toBeVisible()
    await officer.press('Tab')
    await expect(appPage.field('Date of the incident')).toHaveValue('05/03/2026')

    await officer.tabTo(appPage.field('Estimate of repair'))
    await paste('₦ 1,250,000/=')
    await expect(appPage.field('Estimate of repair')).toHaveValue('1,250,000')
  },
)

test('the palette and the sheet of shortcuts can be used with assistive technology', async ({
  connected,
}) => {
  const appPage = await connected.page()
  const { page } = appPage
  const officer = new KeyboardOfficer(page)
  await appPage.submitClaim('keke', { policyNumber: policyOf('keke') })
  // Perhaps before the panel with the slip is loaded.
  await page.keyboard.press('Control+p')
  await page.getByRole('dialog', { name: 'Customer’s slip' }).waitFor()
  await officer.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await officer.press('Control+k')
  await page.getByRole('option', { name: 'New keke claim' }).waitFor()
  await expectAccessible(page, 'palette')
  await officer.type('KKP')
  await page
    .getByRole('option', { name: policyOf('keke') })
    .first()
    .waitFor()
  await expectAccessible(page, 'palette with results')
  await officer.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await officer.press('Control+/')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await expectAccessible(page, 'sheet of shortcuts')
  await officer.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  /** What is typed before the palette has the focus is typed into the screen; Enter takes the line that is marked then. */
  const runCommand = async (typed: string, command: string): Promise<void> => {
    await officer.press('Control+k')
    await expect(page.getByRole('combobox')).toBeFocused()
    await officer.type(typed)
    await expect(page.locator('[role=option][data-highlighted]', { hasText: command })).toBeVisible()
    await officer.press('Enter')
  }
  await runCommand('back up', 'Back up')
  await expect(appPage.main.getByLabel('Passphrase of the file', { exact: true })).toBeFocused()
  await runCommand('check for updates', 'Check for updates')
  await expect(appPage.main.getByRole('heading', { name: 'Updates', exact: true })).toBeFocused()
  await runCommand('report for', 'Report for support')
  await page.getByRole('dialog', { name: 'Report for support' }).waitFor()
})
