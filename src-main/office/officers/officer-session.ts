import { newId } from '#shared/domain/identifier.ts'
import {
  secretWeakness,
  type OfficerRole,
  type OfficerSummary,
  type SecretRules,
} from '#shared/domain/officer.ts'
import type { OfficerFailure, OfficerStatus } from '#shared/contract/officers.ts'
import { unmanaged } from '#shared/managed-settings.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { Signal } from '#main/platform/signal.ts'
import { GuessGuard } from './guess-guard.ts'
import {
  KeptOfficers,
  type KeptOfficersOptions,
  hasManager,
  sameName,
  summaryOf,
  type KeptOfficer,
} from './kept-officers.ts'
import { everydayCost, hashSecret, isSecret } from './secret-hash.ts'

export interface OfficerSessionOptions extends KeptOfficersOptions {
  /** A clock that no one can set, in milliseconds. */
  readonly monotonicMs: () => number
  /** The rules for new secrets. */
  readonly secretRules?: SecretRules
}

interface NewOfficer {
  readonly name: string
  readonly role: OfficerRole
  readonly secret: string
}

/**
 * Who is signed in. Without officers no sign-in is needed; with officers, the application is locked until one of them
 * signs in.
 */
export class OfficerSession {
  /** Someone signed in or out, or the officers changed. */
  readonly changed = new Signal()
  readonly #options: OfficerSessionOptions
  readonly #inTurn = oneAtATime()
  readonly #kept: KeptOfficers
  readonly #guard: GuessGuard
  #signedIn: string | null = null
  /** Locks so far: a PIN takes a second to check, a key longer, in which the computer may be locked or put to sleep. */
  #locks = 0
  #last: string | null = null
  /** Where each officer was when the application was locked; kept in memory only. */
  readonly #places = new Map<string, string>()

  /** Locked until the officers are loaded. */
  constructor(options: OfficerSessionOptions) {
    this.#options = options
    this.#kept = new KeptOfficers(options)
    this.#guard = new GuessGuard(options.monotonicMs)
  }

  /** Reads the officers: at the start, and again when the keyring may be open. Who is signed in, and listed, stays so. */
  reload(): Promise<void> {
    return this.#inTurn(async () => {
      const before = this.status().type
      await this.#kept.load()
      // Once the list opens again, somebody else may be there.
      if (this.current() === null) this.#signedIn = null
      this.#countGuesses()
      if (this.status().type !== before) this.changed.emit()
    })
  }

  /** What anyone at this computer may see. */
  status(): OfficerStatus {
    if (!this.#kept.isReadable) return { type: 'unreadable' }
    const officers = this.#kept.present().map(summaryOf)
    if (officers.length === 0) return { type: 'off' }
    const officer = this.current()
    if (officer === null) return { type: 'locked', officers, last: this.#find(this.#last)?.id ?? null }
    return { type: 'signed-in', officer, officers, place: this.#places.get(officer.id) ?? null }
  }

  /** Whether personal data may be shown now. */
  isLocked(): boolean {
    const { type } = this.status()
    return type === 'locked' || type === 'unreadable'
  }

  /** Whether the application is locked because of the keyring, not because no one is signed in. */
  waitsForKeyring(): boolean {
    return this.#kept.waitsForKeyring
  }

  /** The signed-in officer; null also when there are no officers. */
  current(): OfficerSummary | null {
    const found = this.#kept.present().find(({ id }) => id === this.#signedIn)
    return found === undefined ? null : summaryOf(found)
  }

  /** Names by id, including removed officers. */
  names(): ReadonlyMap<string, string> {
    return new Map(this.#kept.all().map(({ id, name }) => [id, name]))
  }

  /**
   * Signs an officer in, where nobody is. A wrong secret is counted on the disk before the answer, and after three of them each further
   * attempt has to wait longer.
   *
   * @param next a secret of the officer's own, in place of a first one by someone else.
   * @returns `wrong-secret` or `wait`, with the milliseconds until the next try; `first-secret` where `next` is needed.
   */
  signIn(id: string, secret: string, next?: string): Promise<Result<OfficerSummary, OfficerFailure>> {
    const locks = this.#locks
    return this.#inTurn(async () => {
      if (this.current() !== null) return err({ type: 'not-allowed' })
      const officer = this.#find(id)
      if (officer === null) return err({ type: 'unknown-officer' })
      const checked = await this.#check(officer, secret)
      if (!checked.ok) return checked
      if (officer.mustChange) {
        if (next === undefined || next === secret) return err({ type: 'first-secret' })
        const given = await this.#giveSecret(id, next, { mustChange: false })
        if (!given.ok) return given
      }
      this.#enter(id, locks)
      this.changed.emit()
      return ok(summaryOf(officer))
    })
  }

  /** Locks the application, also for who is just signing in. @param place where the page was, to return there. */
  lock(place: string | null): void {
    this.#locks += 1
    if (this.#signedIn === null) return
    if (place === null) this.#places.delete(this.#signedIn)
    else this.#places.set(this.#signedIn, place)
    this.#last = this.#signedIn
    this.#signedIn = null
    this.changed.emit()
  }

  /** Adds an officer. The first one is a manager and is signed in at once; only a manager adds later ones. */
  add(officer: NewOfficer): Promise<Result<OfficerSummary, OfficerFailure>> {
    const locks = this.#locks
    return this.#inTurn(async () => {
      const isFirst = this.status().type === 'off'
      if (!isFirst && !this.#isManager()) return err({ type: 'not-allowed' })
      return await this.#append(isFirst ? { ...officer, role: 'manager' } : officer, isFirst ? locks : null)
    })
  }

  /** Changes the signed-in officer's own secret. */
  changeSecret(present: string, next: string): Promise<Result<null, OfficerFailure>> {
    return this.#inTurn(async () => {
      const officer = this.#find(this.#signedIn)
      if (officer === null) return err({ type: 'not-allowed' })
      const checked = await this.#check(officer, present)
      return checked.ok ? await this.#giveSecret(officer.id, next, { mustChange: false }) : checked
    })
  }

  /** Gives an officer a new first secret and resets their wrong attempts; managers only. */
  resetSecret(id: string, next: string): Promise<Result<null, OfficerFailure>> {
    return this.#managing(id, () => this.#giveSecret(id, next, { mustChange: id !== this.#signedIn }))
  }

  /** Makes an officer a manager, or a manager an officer; managers only, and at least one manager remains. */
  setRole(id: string, role: OfficerRole): Promise<Result<null, OfficerFailure>> {
    return this.#managing(id, async (others) => {
      if (role !== 'manager' && !hasManager(others)) return err({ type: 'last-manager' })
      const saved = await this.#update(id, { role })
      if (saved.ok) this.changed.emit()
      return saved
    })
  }

  /** Removes an officer; what they captured stays. Managers only, and at least one manager remains. */
  remove(id: string): Promise<Result<null, OfficerFailure>> {
    return this.#managing(id, async (others) => {
      if (!hasManager(others) && others.length > 0) return err({ type: 'last-manager' })
      const saved = await this.#update(id, { isRemoved: true })
      if (saved.ok && id === this.#signedIn) this.#signedIn = null
      if (saved.ok) this.changed.emit()
      return saved
    })
  }

  /**
   * Adds a new manager on proof of the merchant's key, where nobody is signed in: the way back when no manager remembers a secret, or when the
   * officers' file is damaged or missing (a damaged one is set aside then).
   */
  recover(key: string, name: string, secret: string): Promise<Result<OfficerSummary, OfficerFailure>> {
    const locks = this.#locks
    return this.#inTurn(async () => {
      if (this.current() !== null) return err({ type: 'not-allowed' })
      const fit = this.#judge(secret)
      if (!fit.ok) return fit
      const proven = await this.#kept.openByKey(key)
      if (!proven.ok) return proven
      if (!proven.value) return err({ type: 'wrong-secret', retryAfterMs: 0 })
      const added = await this.#append({ name, role: 'manager', secret }, locks)
      // A list that was set aside and has no successor is missing: it does not mean that there are no officers.
      if (!added.ok) await this.#kept.load()
      return added
    })
  }

  /** A manager's change of one officer. @param work is given the others */
  #managing(
    id: string,
    work: (others: readonly KeptOfficer[]) => Promise<Result<null, OfficerFailure>>,
  ): Promise<Result<null, OfficerFailure>> {
    return this.#inTurn(async () => {
      if (!this.#isManager()) return err({ type: 'not-allowed' })
      if (this.#find(id) === null) return err({ type: 'unknown-officer' })
      return await work(this.#kept.present().filter((officer) => officer.id !== id))
    })
  }

  /** @param locks so many there were when who signs in with it asked for it; null for a colleague's */
  async #append(officer: NewOfficer, locks: number | null): Promise<Result<OfficerSummary, OfficerFailure>> {
    const fit = this.#judge(officer.secret)
    if (!fit.ok) return fit
    if (this.#kept.present().some(({ name }) => sameName(name, officer.name)))
      return err({ type: 'name-taken' })
    const added: KeptOfficer = {
      id: newId(),
      name: officer.name,
      role: officer.role,
      secret: await hashSecret(officer.secret, this.#options.cost ?? everydayCost),
      failures: 0,
      // Whoever added the officer knows this secret, so the officer has to choose another.
      mustChange: locks === null,
      isRemoved: false,
    }
    const saved = await this.#save([...this.#kept.all(), added])
    if (!saved.ok) return saved
    if (locks !== null) this.#enter(added.id, locks)
    this.changed.emit()
    return ok(summaryOf(added))
  }

  /** Locked meanwhile: it stays so, and the PIN is asked for again. */
  #enter(id: string, locks: number): void {
    if (locks === this.#locks) this.#signedIn = id
  }

  async #check(officer: KeptOfficer, secret: string): Promise<Result<null, OfficerFailure>> {
    const leftMs = this.#guard.leftMs(officer.id)
    if (leftMs > 0) return err({ type: 'wait', retryAfterMs: Math.ceil(leftMs) })
    // Count before checking, so that ending the program in between does not give a free guess.
    const failures = this.#guard.next(officer.id)
    const counted = await this.#update(officer.id, { failures })
    if (!counted.ok) return counted
    const retryAfterMs = this.#guard.failed(officer.id, failures)
    if (!(await isSecret(secret, officer.secret))) return err({ type: 'wrong-secret', retryAfterMs })
    return await this.#forgive(officer.id, {})
  }

  async #giveSecret(
    id: string,
    next: string,
    { mustChange }: { readonly mustChange: boolean },
  ): Promise<Result<null, OfficerFailure>> {
    const fit = this.#judge(next)
    if (!fit.ok) return fit
    const secret = await hashSecret(next, this.#options.cost ?? everydayCost)
    return await this.#forgive(id, { secret, mustChange })
  }

  async #forgive(id: string, changes: Partial<KeptOfficer>): Promise<Result<null, OfficerFailure>> {
    const saved = await this.#update(id, { ...changes, failures: 0 })
    if (saved.ok) this.#guard.forgive(id)
    return saved
  }

  #judge(secret: string): Result<null, OfficerFailure> {
    const { secretRules = unmanaged.secretRules } = this.#options
    const problem = secretWeakness(secret, secretRules)
    const { minimumLength } = secretRules
    return problem === null ? ok(null) : err({ type: 'weak-secret', problem, minimumLength })
  }

  async #update(id: string, changes: Partial<KeptOfficer>): Promise<Result<null, OfficerFailure>> {
    return await this.#save(
      this.#kept.all().map((officer) => (officer.id === id ? { ...officer, ...changes } : officer)),
    )
  }

  async #save(officers: readonly KeptOfficer[]): Promise<Result<null, OfficerFailure>> {
    const saved = await this.#kept.save(officers)
    if (saved.ok) this.#countGuesses()
    return saved
  }

  #countGuesses(): void {
    for (const { id, failures } of this.#kept.all()) this.#guard.read(id, failures)
  }

  #isManager(): boolean {
    return this.current()?.role === 'manager'
  }

  #find(id: string | null): KeptOfficer | null {
    return this.#kept.present().find((officer) => officer.id === id) ?? null
  }
}
