import { readFile } from 'node:fs/promises'
import { claimFieldNames, claimFields } from '#shared/domain/claim-fields.ts'
import { completeFields } from '#testing/claim/made-up.ts'
import { recordFigure } from '#testing/proof.ts'
import { AppPage, policyOf } from '../pages/app-page.ts'
import { phonePhoto, type DroppedFile } from '../support/dropped-files.ts'
import { dayBefore } from '../support/day-before.ts'
import { expect, test } from '../support/fixtures.ts'
import type { TestApp } from '../support/test-app.ts'
import { KeyboardOfficer, type Keystrokes } from '../support/keyboard.ts'

// One desk in practice: each test goes on where the one before left it.
test.describe.configure({ mode: 'default' })

/** A complete claim as an officer types it: as few keys as the form asks for. */
const claim = {
  ...completeFields,
  policyNumber: policyOf('keke'),
  claimantIdentification: 'NIN 00000000417',
  occurrenceDate: dayBefore(28).split('-').toReversed().join(''),
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

/** Records what it took, and holds it against docs/usability.md, by the names of its rows there. */
async function record(
  proof: string,
  names: readonly [keys: string, characters: string, seconds: string],
  keys: Keystrokes,
  fields = 10,
): Promise<void> {
  const seconds = secondsByHand(keys, fields)
  const seen = { navigationKeys: keys.navigation, typedCharacters: keys.typed, secondsByHand: seconds }
  recordFigure({ proof, tried: { fields }, seen })
  for (const [at, value] of [keys.navigation, keys.typed, seconds].entries())
    expect(value, names[at]).toBeLessThanOrEqual(await promised(names[at] ?? ''))
}
const rowsWith = (what: string): readonly [string, string, string] => [
  `Keys with ${what}`,
  `Characters with ${what}`,
  `Seconds with ${what}`,
]

/** The desk in practice, also where no test before has begun it. */
async function desk(app: TestApp): Promise<AppPage> {
  const appPage = new AppPage(await app.window())
  const start = appPage.page.getByRole('button', { name: 'Start in practice mode' })
  await start.or(appPage.page.getByRole('navigation', { name: 'Main' })).waitFor()
  if (await start.isVisible()) await appPage.startPractice()
  return appPage
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

test('the main job is done from first start to last answer without a mouse', async ({ sharedApp }) => {
  const appPage = new AppPage(await sharedApp.window())
  const { page, main } = appPage
  const officer = new KeyboardOfficer(page)
  await page.getByRole('button', { name: 'Start in practice mode' }).waitFor()
  await officer.tabTo(page.getByRole('button', { name: 'Start in practice mode' }))
  await officer.press('Enter')
  await main.getByRole('heading', { name: 'Today' }).waitFor()

  const before = officer.keystrokes
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
  await record('keyboard-claim', ['Keys that are not typing', 'Characters typed', 'Seconds by hand'], keys)

  // The claim in the list, and beside it.
  await officer.press('Control+2')
  const row = appPage.entry(claim.policyNumber)
  await expect(row).toHaveAttribute('data-situation', 'received')
  await officer.tabTo(row)
  await officer.press('Enter')
  await expect(main).toContainText(/As of |The practice insurer confirmed it\./)

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
  await appPage.pharmacies.first().waitFor()
  await expect(main.getByRole('searchbox')).toBeFocused()
  await officer.press('ArrowDown')
  await officer.press('Enter')
  const { pharmacy } = appPage
  await officer.press('ArrowDown')
  await expect(appPage.pharmacies.nth(1)).toHaveAttribute('aria-selected', 'true')
  await officer.tabTo(pharmacy.getByRole('button', { name: 'Send to the customer' }))
  await officer.press('Enter')
  await expect(pharmacy.getByLabel('Customer’s policy number')).toBeFocused()
  await officer.type(claim.policyNumber)
  await officer.press('Enter')
  await pharmacy.getByText(', for the customer of policy').waitFor()
  await officer.press('Escape')
  await pharmacy.waitFor({ state: 'hidden' })
  await expect(main.getByRole('searchbox')).toBeFocused()

  await expect(appPage.statusLine).toContainText('Nothing waits.')
})

test(
  'a claim with four photos is complete without a link and without a mouse, and three claims of one owner are soon written',
  { tag: '@longer' },
  async ({ sharedApp }) => {
    const appPage = await desk(sharedApp)
    const { page, main } = appPage
    const officer = new KeyboardOfficer(page)
    // So that the page's dialogs are caught from the first on.
    page.on('filechooser', () => undefined)
    const photos: DroppedFile[] = []
    for (const seed of [0, 1, 2, 3, 4, 5])
      photos.push(await phonePhoto(page, `IMG_041${seed}.jpg`, seed, 400))
    const [certificate, ...ofAccident] = photos
    if (certificate === undefined) throw new Error('There is no photo.')
    const choose = async (label: string, files: readonly DroppedFile[]): Promise<void> => {
      await officer.tabTo(appPage.field(label))
      await officer.choose(...files)
      // The file takes the field's place, and the focus.
      const name = files.length === 1 ? files[0]?.name : `${files.length} photos.pdf`
      await expect(main.getByRole('button', { name: `Change ${name}` })).toBeFocused()
    }
    const submit = async (): Promise<void> => {
      await officer.press('Control+Enter')
      await main.getByRole('heading', { name: 'Claim submitted' }).waitFor()
    }
    const finish = async (pictures: readonly DroppedFile[]): Promise<void> => {
      await officer.tabTo(main.getByRole('radio', { name: 'No one was hurt' }))
      await officer.press('Space')
      await choose('Picture of the incident', pictures)
      await choose('Original policy certificate', [certificate])
      await submit()
    }

    const four = officer.keystrokes
    await typeUpToFiles(officer, appPage, policyOf('keke', 1))
    for (const [index, label] of slots.entries()) await choose(label, photos.slice(index, index + 1))
    await submit()
    await record('keyboard-photos', rowsWith('four photos'), officer.since(four))

    const five = officer.keystrokes
    await typeUpToFiles(officer, appPage, policyOf('keke', 2))
    await finish(ofAccident)
    await record('keyboard-five-photos', rowsWith('five photos of one accident'), officer.since(five))

    const three = officer.keystrokes
    for (const vehicle of [0, 1, 2]) {
      const policy = policyOf('keke', 3 + vehicle)
      if (vehicle === 0) await typeUpToFiles(officer, appPage, policy)
      else {
        await officer.tabTo(main.getByRole('button', { name: 'Same owner, another vehicle' }))
        await officer.press('Enter')
        await expect(appPage.field('Policy number')).toBeFocused()
        await officer.type(policy)
        await typeIncident(officer, appPage)
      }
      await finish(ofAccident.slice(vehicle, vehicle + 1))
    }
    await record('keyboard-one-owner', rowsWith('three claims of one owner'), officer.since(three), 28)
  },
)
