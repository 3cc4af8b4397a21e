import { basename } from 'node:path'
import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import type { SetUpAnswer, SetUpChosen, SetUpRefusal, SetUpRefused } from '#shared/contract/set-up.ts'
import { remoteEnvironments } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { defaultSettings } from '#shared/settings.ts'
import { tryKey } from '#main/insurer/api/merchant-api.ts'
import { workedIn } from '#main/office/environment/closed-environment.ts'
import { bucketOf, storeLabelOf } from '#main/file-store/store-address.ts'
import { firstBytes, openPlainFile } from '#main/platform/durable-file.ts'
import { protectionStatus, type ProtectionSource } from '#main/platform/keys/protection.ts'
import type { OfficerSession } from '#main/office/officers/officer-session.ts'
import type { SetUpWish, WishedPlace } from '#main/shell/questions.ts'
import { say } from '#main/platform/texts/texts.ts'
import { apply, settingsOf, type ApplyOptions } from './apply.ts'
import { undoBrokenSetUp } from './broken-set-up.ts'
import { applyOrder } from './apply-order.ts'
import { type FleetContent, type FleetPlace, isOver } from './fleet-content.ts'
import { loadFleet, type FleetState } from './kept-fleet.ts'
import { signedContent } from './order-format.ts'
import { type ClosedBox, largestBox, openBox, readBox } from './passphrase-box.ts'

/** What is in a set-up file. */
type Branch = NonNullable<FleetContent['branch']>
type SetUpContent = FleetContent & { readonly branch: Branch }

/** Reads what of a set-up file needs no passphrase. */
async function readSetUpFile(path: string): Promise<Result<ClosedBox, SetUpRefusal>> {
  const bytes = await smallFile(path)
  if (bytes === null) return err('unreadable-file')
  const box = readBox('set-up', bytes)
  return box.ok ? box : err(box.error.type)
}

/** Opens a set-up file. */
async function openSetUpFile(
  box: ClosedBox,
  passphrase: string,
): Promise<Result<SetUpContent, SetUpRefusal>> {
  const opened = await openBox('set-up', box, passphrase)
  if (!opened.ok) return err(opened.error.type)
  const content = signedContent(opened.value)
  const branch = content?.branch ?? null
  if (content === null || branch === null) return err('damaged')
  return isOver(content, Date.now()) ? err('expired') : ok({ ...content, branch })
}

/** A whole file; null for one that is too large, and for a pipe or a device. */
async function smallFile(path: string): Promise<Buffer | null> {
  const handle = await openPlainFile(path)
  try {
    const size = (await handle?.stat())?.size ?? 0
    if (handle === null || size > largestBox) return null
    const bytes = await firstBytes(handle, size)
    return bytes.length === size ? bytes : null
  } catch {
    return null
  } finally {
    await handle?.close()
  }
}

export interface SetUpOptions extends ApplyOptions {
  readonly protection: ProtectionSource
  readonly officers: OfficerSession
  /** Asks the person at the computer, outside the page. */
  readonly ask: (wish: SetUpWish) => Promise<boolean>
}

/** Sets a new computer up from a file of head office, or gives one in use what its branch's newer file has. Nothing secret of it leaves main. */
export class SetUp {
  readonly #options: SetUpOptions
  #chosen: ClosedBox | null = null

  constructor(options: SetUpOptions) {
    this.#options = options
  }

  /** Reads a file, of which nothing is opened yet. */
  async choose(path: string): Promise<SetUpChosen> {
    const box = await readSetUpFile(path)
    this.#chosen = box.ok ? box.value : null
    return box.ok ? { type: 'chosen', fileName: basename(path) } : refused(box.error)
  }

  /**
   * Opens the chosen file, asks, tries its keys and sets this computer up. One in use takes a newer file of its own branch,
   * which leaves officers, claims and drafts as they are, and no other; one where a set-up broke is as new.
   */
  async takeIn(passphrase: string): Promise<Result<SetUpAnswer, Failure>> {
    const box = this.#chosen
    if (box === null) return ok(refused('no-file'))
    const opened = await openSetUpFile(box, passphrase)
    if (!opened.ok) return ok(refused(opened.error))
    const content = opened.value
    const [place] = content.places
    await this.#undoBroken()
    const state = await this.#stateOf(content)
    if (state !== null) return await this.#renew(box, content, state)
    const why = await this.#whyNot(box)
    if (place === undefined || why !== null) return ok(refused(why ?? 'damaged'))
    const { settings, network, ask } = this.#options
    const fit = settings.givenBy(settingsOf(content, true))
    if (!fit.ok) return fit.error.type === 'set-by-organisation' ? ok(refused(fit.error.type)) : fit
    if (!(await ask(wishOf(content, true)))) return ok({ type: 'cancelled' })
    const checks = await Promise.all(content.places.map(({ baseUrl, key }) => tryKey(baseUrl, key, network)))
    if (checks.some(({ type }) => type === 'key-refused')) return ok(refused('key-refused'))
    const store = await this.#storeSays(content)
    // Somebody may have begun to work here while the question was open and the insurer was asked.
    const since = await this.#whyNot(box)
    if (since !== null) return ok(refused(since))
    const given = await this.#give(box, content)
    if (!given.ok) return given
    this.#chosen = null
    const key = say(`set-up.done-${triedOf(checks)}`)
    const done = say('set-up.done', { address: place.baseUrl, n: content.branch.officers.length })
    return ok({ type: 'set-up', says: `${done} ${key} ${store}`.trimEnd() })
  }

  /** What this computer knows of the head office and the branch that a file is of; null where it is of another. */
  async #stateOf({ fleet, branch }: SetUpContent): Promise<FleetState | null> {
    const { dataFolder, secretsKey } = this.#options
    const state = await loadFleet(dataFolder, secretsKey)
    const isOurs =
      state?.fleet.id === fleet.id &&
      state.fleet.publicKey === fleet.publicKey &&
      state.branchSecret === branch.secret
    return isOurs ? state : null
  }

  /** Each newer file has an id that sorts behind. */
  async #renew(
    { header }: ClosedBox,
    content: SetUpContent,
    state: FleetState,
  ): Promise<Result<SetUpAnswer, Failure>> {
    const isNewer = content.fleet.number >= state.fleet.number && header.id > state.setUpId
    if (!isNewer) return ok(refused('taken-in-before'))
    if (!(await this.#options.ask(wishOf(content, false)))) return ok({ type: 'cancelled' })
    const taken = { digest: content.branch.orderDigest, setUpId: header.id, now: new Date() }
    const outcome = await applyOrder(content, state, this.#options, taken)
    switch (outcome) {
      case 'waits':
        return ok(refused('no-connection'))
      case 'not-written':
        return err({ type: 'storage-unavailable' })
      case 'set-by-organisation':
      case 'key-refused':
        return ok(refused(outcome))
      default:
        this.#chosen = null
        return ok({
          type: 'renewed',
          says: say(outcome === 'applied' ? 'set-up.renewed' : 'set-up.store-refused'),
        })
    }
  }

  /** A wrong store keeps nothing back: claims without files go out, and head office mends it for all. */
  async #storeSays({ places }: SetUpContent): Promise<string> {
    const { checkStore, network } = this.#options
    for (const { fileStore } of places) {
      const accessKey = fileStore?.accessKey ?? null
      if (fileStore === null || accessKey === null) continue
      const check = await checkStore({ store: fileStore.store, accessKey }, network)
      if (check.type === 'problem') return say(`says.files.holds.${check.problem}`)
      if (check.isListable) return say('set-up.listable')
    }
    return ''
  }

  async #whyNot({ header }: ClosedBox): Promise<SetUpRefusal | null> {
    const { dataFolder, secretsKey, workspace, officers, protection } = this.#options
    // Without a keyring neither the key nor the secret for head office's later files could be kept.
    if ((await protectionStatus(protection)).level !== 'os') return 'no-keyring'
    const fleet = await loadFleet(dataFolder, secretsKey)
    if (fleet?.setUpId === header.id) return 'taken-in-before'
    const keys = await Promise.all(remoteEnvironments.map((name) => workspace.origins.keyStatus(name)))
    const isInUse =
      fleet !== null ||
      officers.status().type !== 'off' ||
      keys.some(({ type }) => type !== 'none') ||
      workedIn(dataFolder) !== null
    return isInUse ? 'in-use' : null
  }

  async #give({ header }: ClosedBox, content: SetUpContent): Promise<Result<null, Failure>> {
    const { fleet, branch, backupSalt } = content
    const noted = {
      fleet,
      setUpId: header.id,
      branchSecret: branch.secret,
      backupSalt,
      orderDigest: branch.orderDigest,
      lastChange: null,
    }
    let isWhole = false
    try {
      const given = await apply(content, { before: null, noted, after: noted }, this.#options)
      isWhole = given.ok
      return given
    } finally {
      if (!isWhole) await this.#undoBroken()
    }
  }

  async #undoBroken(): Promise<void> {
    const { installationKey, office } = this.#options
    const passphrase = { forget: () => office.forgetPassphrase() }
    await undoBrokenSetUp({ ...this.#options, dataKey: () => installationKey.orNull(), passphrase })
  }
}

/** What trying the keys came to, as a text's name: of what nobody has to put right, only that it is later. */
function triedOf(checks: readonly ConnectionCheck[]): 'works' | 'later' | 'tls-authority' | 'proxy-asks' {
  const failed = checks.find(({ type }) => type !== 'works')?.type
  if (failed === undefined) return 'works'
  return failed === 'tls-authority' || failed === 'proxy-asks' ? failed : 'later'
}

function refused(why: SetUpRefusal): SetUpRefused {
  return { type: 'refused', why, says: say(`set-up.refused.${why}`) }
}

function wishOf({ places, settings, branch, officeStore }: SetUpContent, isNew: boolean): SetUpWish {
  const { notNeededLink, notAvailableLink, updateFeed } = { ...defaultSettings, ...settings }
  return {
    places: places.map(wishedPlace),
    branchName: branch.name,
    officers: isNew ? branch.officers.length : null,
    links: [notNeededLink, notAvailableLink].filter((link) => link !== ''),
    updateFeed,
    officeStore: officeStore === null ? null : `${bucketOf(officeStore.store)}/`,
  }
}

function wishedPlace({ environment, baseUrl, fileStore }: FleetPlace): WishedPlace {
  return {
    environment,
    address: baseUrl,
    fileStore: fileStore === null ? null : storeLabelOf(fileStore.store),
  }
}
