import type { Locator, Page } from 'playwright-core'
import { englishSay } from '#testing/claim/made-up.ts'
import { isSlot } from '#shared/domain/attachment.ts'
import { claimFieldNames, holds, type ClaimContent, type ClaimFieldName } from '#shared/domain/claim.ts'
import type { Product } from '#shared/domain/product.ts'
import { madeUpClaim } from '#testing/outbox/made-up.ts'
import { samplePolicies } from '#testing/insurer/test-insurer.ts'
import { dropFiles, type DroppedFile } from '../support/dropped-files.ts'
import { dayBefore } from '../support/day-before.ts'

/** The fields of the form that take a file or a link, in its order. */
export const slots = [
  'Picture of the incident',
  'Medical report',
  'Death certificate',
  'Original policy certificate',
] as const
const products = { keke: 'Keke pass', okada: 'Okada pass' } as const

/** The nth policy the practice server knows and has no claim of. */
export function policyOf(product: Product, n = 0): string {
  const policy = samplePolicies(product)[n]
  if (policy === undefined) throw new Error('The practice server has no such policy.')
  return policy
}

/** The window as an officer uses it: everything is found by its accessible name. */
export class AppPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get main(): Locator {
    return this.page.getByRole('main')
  }

  /** The status line, with the connection and the queue. */
  get statusLine(): Locator {
    return this.page.getByRole('region', { name: 'Connection and claims' })
  }

  get pretendDown(): Locator {
    return this.page
      .getByRole('banner')
      .getByRole('button', { name: /^(Pretend the connection is down|Reconnect)$/ })
  }

  async startPractice(): Promise<void> {
    await this.page.getByRole('button', { name: 'Start in practice mode' }).click()
    await this.page.getByRole('heading', { name: 'Today' }).waitFor()
  }

  async goTo(
    screen: 'Today' | 'New claim' | 'Claims' | 'Pharmacies' | 'Day report' | 'Settings' | 'Help',
  ): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: screen }).click()
    await this.main.getByRole('heading', { level: 1, name: screen }).waitFor()
  }

  /** Shows a group of the claims. */
  async showClaims(
    group: 'Needs you' | 'On its way' | 'Drafts' | 'Received' | 'Everything' = 'Everything',
  ): Promise<void> {
    await this.goTo('Claims')
    const tab = this.main.getByRole('button', { name: new RegExp(`^${group}`) })
    // Where there is no claim at all, there are no groups.
    const nothing = this.main.getByText('No claims yet')
    await tab.or(nothing).waitFor()
    if (await nothing.isVisible()) return
    await tab.click()
    await tab.and(this.page.locator('[aria-pressed=true]')).waitFor()
    // The rows of the group before stay until main has answered.
    await this.main.locator('[role=grid][aria-busy=true]').waitFor({ state: 'detached' })
  }

  /** Opens what is to know of the insurer's lists. */
  async openLists(): Promise<void> {
    await this.main.getByRole('button', { name: /^Lists / }).click()
    await this.main.getByRole('group', { name: 'Claim lists' }).waitFor()
  }

  /** Has the insurer's lists read to their end; returns when that has begun. */
  async updateLists(which: 'Update both' | 'Update the keke list' = 'Update both'): Promise<void> {
    await this.goTo('Claims')
    await this.openLists()
    await this.main.getByRole('button', { name: which }).click()
    await this.page.keyboard.press('Escape')
  }

  /** Shows what was sent to customers. */
  async showRequests(): Promise<void> {
    await this.goTo('Pharmacies')
    await this.main.getByRole('link', { name: 'Sent to customers' }).click()
    await this.main.getByRole('heading', { level: 1, name: 'Sent to customers' }).waitFor()
  }

  /** Opens a section of Settings by its name at the side. */
  async openSettings(
    section:
      | 'This computer'
      | 'Connection'
      | 'Printing'
      | 'Notifications'
      | 'Officers'
      | 'Claims'
      | 'Backup and stored data'
      | 'Advanced',
  ): Promise<void> {
    await this.goTo('Settings')
    const link = this.main.getByRole('link', { name: section, exact: true })
    await link.click()
    await link.and(this.page.locator('[aria-current=page]')).waitFor()
  }

  /** From a claim beside its list, which has buttons of the same names, to its own page. */
  async openWholePage(): Promise<void> {
    const link = this.main.getByRole('link', { name: 'Whole page' })
    await link.click()
    await link.waitFor({ state: 'hidden' })
  }

  /** Opens an empty claim. */
  async newClaim(product: Product): Promise<void> {
    await this.goTo('New claim')
    await this.main.getByRole('link', { name: products[product] }).click()
    await this.field('Policy number').waitFor()
  }

  field(label: string): Locator {
    return this.main
      .getByRole('textbox', { name: label, exact: true })
      .or(this.main.getByLabel(label, { exact: true }))
      .or(this.main.getByRole('button', { name: `Select a photo or PDF: ${label}`, exact: true }))
  }

  /** A field of the form that takes a file or a link. */
  slot(what: (typeof slots)[number]): Locator {
    return this.main.getByRole('group', { name: `${what}: a file or a link` })
  }

  /** Drops a file on each of the four fields that take one; returns when all are kept. */
  async fillSlots(files: readonly DroppedFile[]): Promise<void> {
    for (const [at, file] of files.entries()) {
      const slot = this.slot(slots[at] ?? slots[0])
      await dropFiles(slot, [file])
      await slot.getByText('Goes with the claim').waitFor()
    }
  }

  /** Types all fields of a made-up claim. */
  async fillClaim(changes: Partial<ClaimContent>): Promise<void> {
    const claim = madeUpClaim(changes)
    await this.fillTyped(changes)
    await this.putLink('Picture of the incident', claim.incidentPictureUrl)
    await this.putLink('Medical report', claim.medicalReportUrl)
    await this.putLink('Death certificate', claim.deathCertificateUrl)
    await this.putLink('Original policy certificate', claim.originalPolicyCertificateUrl)
  }

  /** Types a link into a slot, or pastes it where a file store makes that a button. */
  async putLink(what: string, link: string): Promise<void> {
    const field = this.field(what)
    if ((await field.evaluate(({ tagName }) => tagName)) === 'INPUT') {
      await field.fill(link)
      return
    }
    await field.focus()
    await field.evaluate((button, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      button.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, link)
  }

  /** Types every field that takes no file, found by its label. */
  async fillTyped(changes: Partial<ClaimContent>): Promise<void> {
    const claim = madeUpClaim({ occurrenceDate: dayBefore(28), ...changes })
    for (const name of claimFieldNames.filter((name) => !isSlot(name)))
      await this.claimField(name).fill(String(claim[name]))
  }

  /** The control of a field that takes no file. */
  claimField(name: ClaimFieldName): Locator {
    const label = englishSay(`fields.${name}`)
    return holds(name, 'text') ? this.main.getByRole('textbox', { name: label }) : this.field(label)
  }

  /** Captures and submits a claim; returns when it is on the disk. */
  async submitClaim(product: Product, changes: Partial<ClaimContent>): Promise<void> {
    await this.newClaim(product)
    await this.fillClaim(changes)
    await this.submit()
  }

  /** Submits the claim on the screen, whatever it is remarked on; returns when it is on the disk. */
  async submit(): Promise<void> {
    await this.main.getByRole('button', { name: 'Submit claim' }).click()
    // The heading says how it stands, where the insurer was fast.
    const saved = this.main
      .getByRole('heading', { name: 'Claim submitted' })
      .or(this.main.getByRole('link', { name: 'Show in Claims' }))
      .first()
    const allTheSame = this.page.getByRole('button', { name: 'Submit all the same' })
    await saved.or(allTheSame).first().waitFor()
    if (await allTheSame.isVisible()) await allTheSame.click()
    await saved.waitFor()
  }

  /** Asks the insurer for the claim of a policy. */
  async lookUp(product: 'Keke' | 'Okada', policy: string): Promise<void> {
    await this.goTo('Claims')
    await this.choose('Look up a policy')
    const dialog = this.page.getByRole('dialog', { name: 'Look up a policy' })
    await dialog.getByRole('radio', { name: product }).click()
    await dialog.getByRole('textbox', { name: 'Policy number' }).fill(policy)
    await dialog.getByRole('button', { name: 'Look up', exact: true }).click()
    await this.main.getByRole('heading', { level: 1, name: policy }).waitFor()
  }

  /** The pharmacies of the list. */
  get pharmacies(): Locator {
    return this.main.getByRole('listbox', { name: 'Pharmacies' }).getByRole('option')
  }

  /** The open pharmacy: beside the list, or over it where there is no room. */
  get pharmacy(): Locator {
    return this.main
      .getByRole('complementary', { name: 'The selected pharmacy' })
      .or(this.page.getByRole('dialog'))
  }

  /** Opens what is said of the pharmacies on this computer. @returns it. */
  async openDirectory(): Promise<Locator> {
    await this.goTo('Pharmacies')
    const panel = this.main.getByRole('region', { name: 'Offline pharmacies:' })
    if (!(await panel.isVisible())) await this.main.getByRole('button', { name: /ownload|offline/ }).click()
    return panel
  }

  /** Opens the first pharmacy of the list. @returns its name. */
  async openPharmacy(): Promise<string> {
    await this.goTo('Pharmacies')
    const first = this.pharmacies.first()
    const [name = ''] = (await first.innerText()).split('\n')
    await first.click()
    return name
  }

  /**
   * Opens the first pharmacy of the list and has its details sent to the customer of a policy.
   *
   * @param says what is shown then
   * @returns its name.
   */
  async requestPharmacy(policyNumber: string, says = ', for the customer of policy'): Promise<string> {
    const name = await this.openPharmacy()
    await this.pharmacy.getByRole('button', { name: 'Send to the customer' }).click()
    await this.sendPharmacyTo(policyNumber, says)
    await this.page.keyboard.press('Escape')
    await this.pharmacy.waitFor({ state: 'hidden' })
    return name
  }

  /** Has the pharmacy of the open form sent to the customer of a policy, which may be known here or not. */
  async sendPharmacyTo(policyNumber: string, says: string): Promise<void> {
    await this.pharmacy.getByLabel('Customer’s policy number').fill(policyNumber)
    await this.pharmacy.getByRole('button', { name: 'Send to the customer' }).click()
    // Asked where no claim of the policy is here.
    const allTheSame = this.pharmacy.getByRole('button', { name: 'Send all the same' })
    // The insurer may answer no before anyone sees that it is saved.
    const isSent = this.pharmacy.getByText(says).or(this.pharmacy.getByText('Not accepted')).first()
    await isSent.or(allTheSame).waitFor()
    if (await allTheSame.isVisible()) await allTheSame.click()
    await isSent.waitFor()
  }

  /** The row of a claim in the list, by its policy number; or of a request, by its pharmacy. */
  entry(name: string): Locator {
    const row = this.main.getByRole('grid', { name: 'Claims' }).getByRole('row').filter({ hasText: name })
    const request = this.main.getByRole('list', { name: 'Sent to customers' }).getByRole('listitem')
    return row.or(request.filter({ hasText: name }))
  }

  /** Has an action of a claim or a request carried out: from its row, else from its page. */
  async act(name: string, action: string): Promise<void> {
    const row = this.entry(name)
    await row.first().waitFor()
    const own = row.getByRole('button', { name: `${action}: ${name}` })
    if ((await own.count()) > 0) {
      // Seen with the pointer above its row, or with the focus in it.
      await row.hover()
      await own.click()
      return
    }
    await this.openEntry(name)
    await this.main.getByRole('button', { name: action, exact: true }).first().click()
  }

  /** Opens the page of a claim from its group. */
  async openEntryFrom(group: 'Needs you' | 'On its way' | 'Received', name: string): Promise<void> {
    await this.showClaims(group)
    await this.openEntry(name)
  }

  /** Opens the page of a claim or a request from its row. @returns the page's content. */
  async openEntry(name: string): Promise<Locator> {
    const link = this.entry(name).getByRole('link', { name, exact: true })
    await this.entry(name).first().waitFor()
    await ((await link.count()) > 0 ? link : this.entry(name)).first().click()
    // Beside the list another one may be shown until then. A customer who is known leads, with the policy beneath.
    await this.main.locator('h1, h1 + *, aside h2').filter({ hasText: name }).first().waitFor()
    await this.main.getByRole('heading', { name: 'Delivery', exact: true }).waitFor()
    return this.main
  }

  /** Chooses from the menu of the screen, or of the claim on its page. */
  async choose(item: string): Promise<void> {
    await this.main.getByRole('button', { name: 'More', exact: true }).first().click()
    await this.main.getByRole('menuitem', { name: item }).click()
  }
}
