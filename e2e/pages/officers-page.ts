import type { Locator } from 'playwright-core'
import type { TestApp } from '../support/test-app.ts'
import { AppPage } from './app-page.ts'

/** Answers main's questions. */
type Asking = Pick<TestApp, 'answerDialog'>

export interface TestOfficer {
  readonly name: string
  readonly secret: string
}

/** The screens on which officers sign in and lock the application. */
export class OfficersPage extends AppPage {
  get signInTitle(): Locator {
    return this.main.getByRole('heading', { level: 1, name: 'Sign in' })
  }
  get section(): Locator {
    return this.main.getByRole('region', { name: 'Officers' })
  }
  get lockButton(): Locator {
    return this.page.getByRole('banner').getByRole('button', { name: /Lock Claims Desk$/ })
  }

  /** Adds an officer, who signs in once and chooses a secret of their own; then the manager is signed in again. */
  async addOfficer(officer: TestOfficer, manager: TestOfficer, app: Asking): Promise<void> {
    const given = `${officer.secret}, given`
    await this.add({ ...officer, secret: given }, 'Officer', app)
    await this.lock()
    await this.trySecret({ ...officer, secret: given })
    await this.main.getByLabel('New PIN', { exact: true }).fill(officer.secret)
    await this.main.getByRole('button', { name: 'Sign in' }).click()
    await this.lockButton.filter({ hasText: officer.name }).waitFor()
    await this.lock()
    await this.signIn(manager)
  }

  /** Adds an officer in Settings; the first one is signed in by it, and main asks about each later one. */
  async add({ name, secret }: TestOfficer, role: 'first'): Promise<void>
  async add(officer: TestOfficer, role: 'Officer' | 'Manager', app: Asking): Promise<void>
  async add(
    { name, secret }: TestOfficer,
    role: 'first' | 'Officer' | 'Manager',
    app?: Asking,
  ): Promise<void> {
    await this.openSettings('Officers')
    await this.section.getByRole('button', { name: /^Add/ }).click()
    const dialog = this.page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('PIN or passphrase').fill(secret)
    if (role === 'first') await dialog.getByLabel('Enter it again').fill(secret)
    else await dialog.getByRole('radio', { name: role }).click()
    await dialog.getByRole('button', { name: 'Add' }).click()
    await app?.answerDialog('Add')
    await dialog.waitFor({ state: 'hidden' })
    await this.section.getByRole('listitem').filter({ hasText: name }).waitFor()
  }

  /** Types a secret, without checking whether it was right. */
  async trySecret({ name, secret }: TestOfficer): Promise<void> {
    await this.signInTitle.waitFor()
    await this.main.getByRole('radio', { name }).check()
    await this.main.getByLabel('PIN or passphrase', { exact: true }).fill(secret)
    await this.main.getByRole('button', { name: 'Sign in' }).click()
  }

  async signIn(officer: TestOfficer): Promise<void> {
    await this.trySecret(officer)
    await this.lockButton.filter({ hasText: officer.name }).waitFor()
  }

  async lock(): Promise<void> {
    await this.lockButton.click()
    await this.signInTitle.waitFor()
  }
}
