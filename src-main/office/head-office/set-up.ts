import * as v from 'valibot'
import { basename } from 'node:path'
import type {
  SetUpAnswer,
  SetUpChosen,
  SetUpRefusal,
  SetUpRefused,
  SetUpSummary,
} from '#shared/contract/set-up.ts'
import { remoteEnvironments } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { type Settings, type SettingsChange, addressChange, storeChange } from '#shared/settings.ts'
import { tryKey } from '#main/insurer/api/merchant-api.ts'
import { workedIn } from '#main/office/environment/closed-environment.ts'
import type { WorkspaceOptions } from '#main/office/environment/workspace.ts'
import { bucketOf, storeLabelOf } from '#main/file-store/store-address.ts'
import { firstBytes, openPlainFile } from '#main/platform/durable-file.ts'
import { protectionStatus, type ProtectionSource } from '#main/platform/keys/protection.ts'
import type { OfficerSession } from '#main/office/officers/officer-session.ts'
import type { HashCost } from '#main/office/officers/secret-hash.ts'
import type { SetUpWish, WishedPlace } from '#main/shell/questions.ts'
import { say } from '#main/platform/texts/texts.ts'
import { type FleetPlace, type SetUpContent, SetUpContentSchema } from './fleet-content.ts'
import type { ApplyOptions } from './apply-order.ts'
import { backupPassphraseOf, loadFleet } from './kept-fleet.ts'
import { type ClosedBox, largestBox, openBox, readBox } from './passphrase-box.ts'
import { completeStage, dropStage, finishStage, stageFiles } from './staged-files.ts'

const ContentText = v.pipe(v.string(), v.parseJson(), SetUpContentSchema)

/** Reads what of a set-up file needs no passphrase. */
async function readSetUpFile(path: string, now: Date): Promise<Result<ClosedBox, SetUpRefusal>> {
  const bytes = await smallFile(path)
  if (bytes === null) return err('unreadable-file')
  const box = readBox('set-up', bytes)
  if (!box.ok) return err(box.error.type)
  return isOver(box.value, now) ? err('expired') : box
}

/** Opens a set-up file. What its header says counts only now: the passphrase vouches for it. */
async function openSetUpFile(
  box: ClosedBox,
  passphrase: string,
  now: Date,
): Promise<Result<SetUpContent, SetUpRefusal>> {
  const opened = await openBox('set-up', box, passphrase)
  if (!opened.ok) return err(opened.error.type)
  if (isOver(box, now)) return err('expired')
  const content = v.safeParse(ContentText, opened.value)
  return content.success ? ok(content.output) : err('damaged')
}

function isOver({ header }: ClosedBox, now: Date): boolean {
  return header.expiresAt !== null && Date.parse(header.expiresAt) <= now.getTime()
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

export interface SetUpOptions extends ApplyOptions, Pick<WorkspaceOptions, 'installationKey'> {
  readonly protection: ProtectionSource
  readonly officers: OfficerSession
  /** Asks the person at the computer, outside the page. */
  readonly ask: (wish: SetUpWish) => Promise<boolean>
  /** The scrypt cost for the officers' first PINs. */
  readonly secretCost?: HashCost
}

/** Sets a new computer up from a file of head office. Nothing secret of it leaves main. */
export class SetUp {
  readonly #options: SetUpOptions
  #chosen: ClosedBox | null = null
  /** What was taken in and holds from the start on. */
  #staged: SetUpContent | null = null

  constructor(options: SetUpOptions) {
    this.#options = options
  }

  /** Reads a file, of which nothing is opened yet. */
  async choose(path: string): Promise<SetUpChosen> {
    const box = await readSetUpFile(path, this.#now())
    this.#chosen = box.ok ? box.value : null
    return box.ok ? { type: 'chosen', fileName: basename(path) } : refused(box.error)
  }

  /**
   * Opens the chosen file, asks, tries its keys, and writes everything beside its place. A computer that someone works
   * at is left as it is.
   */
  async takeIn(passphrase: string): Promise<Result<SetUpAnswer, Failure>> {
    const box = this.#chosen
    if (box === null) return ok(refused('no-file'))
    const opened = await openSetUpFile(box, passphrase, this.#now())
    if (!opened.ok) return ok(refused(opened.error))
    const content = opened.value
    const [place] = content.places
    const why = await this.#whyNot(box)
    if (place === undefined || why !== null) return ok(refused(why ?? 'damaged'))
    const settings = this.#settingsOf(content, place)
    if (settings === null) return ok(refused('set-by-organisation'))
    if (!(await this.#options.ask(wishOf(content)))) return ok({ type: 'cancelled' })
    const checks = await Promise.all(
      content.places.map(({ baseUrl, key }) => tryKey(baseUrl, key, this.#options.network)),
    )
    if (checks.some(({ type }) => type === 'key-refused')) return ok(refused('key-refused'))
    const store = await this.#storeSays(content)
    // Somebody may have begun to work here while the question was open and the insurer was asked.
    const since = await this.#whyNot(box)
    if (since !== null) return ok(refused(since))
    const staged = await this.#stage(box, content, settings)
    if (!staged.ok) return staged
    this.#chosen = null
    this.#staged = content
    const check = checks.find(({ type }) => type !== 'works') ?? { type: 'works' }
    return ok({ type: 'set-up', summary: { ...shownOf(content, place), check, store } })
  }

  /** Moves the staged files into place and starts with them. If that fails, the next start does it. */
  async start(): Promise<Result<null, Failure>> {
    const { workspace, dataFolder, storeKeys, officeKeys, officers } = this.#options
    const staged = this.#staged
    if (staged === null) return err({ type: 'not-possible-now' })
    const isDone = await workspace.exchange(async () => {
      const isFinished = await finishStage(dataFolder)
      if (isFinished) for (const keys of [storeKeys, officeKeys]) keys.forgetRead()
      return isFinished
    })
    if (!isDone) return err({ type: 'storage-unavailable' })
    this.#staged = null
    const { branchSecret, backupSalt } = staged
    if (backupSalt !== null)
      await this.#options.office.givePassphrase(backupPassphraseOf(branchSecret, backupSalt))
    await officers.reload()
    return ok(null)
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
    if (this.#staged !== null) return 'taken-in-before'
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

  #settingsOf({ places, settings, officeStore }: SetUpContent, { environment }: FleetPlace): Settings | null {
    const change = places.reduce<SettingsChange>(
      (before, { environment: name, baseUrl, fileStore }) => ({
        ...before,
        ...addressChange(name, baseUrl),
        ...(fileStore === null ? {} : storeChange(name, fileStore.store)),
      }),
      { ...settings, officeStore: officeStore?.store ?? null, environment, configured: true },
    )
    return this.#options.settings.givenBy(change)
  }

  async #stage(
    { header }: ClosedBox,
    content: SetUpContent,
    settings: Settings,
  ): Promise<Result<null, Failure>> {
    const { dataFolder, installationKey, secretCost: cost } = this.#options
    const dataKey = await installationKey.orNull()
    if (dataKey === null) return err({ type: 'locked' })
    const state = {
      fleet: content.fleet,
      setUpId: header.id,
      setUpAt: this.#now().toISOString(),
      branchSecret: content.branchSecret,
      backupSalt: content.backupSalt,
      orderDigest: content.orderDigest,
      lastChange: null,
    }
    const staged = await stageFiles({ dataFolder, dataKey, settings, content, state, cost })
    const completed = staged.ok ? await completeStage(dataFolder) : staged
    if (!completed.ok) await dropStage(dataFolder)
    return completed
  }

  #now(): Date {
    return new Date()
  }
}

function refused(why: SetUpRefusal): SetUpRefused {
  return { type: 'refused', why, says: say(`set-up.refused.${why}`) }
}

function shownOf(
  { settings, officers }: SetUpContent,
  { environment, baseUrl }: FleetPlace,
): Omit<SetUpSummary, 'check' | 'store'> {
  return { environment, address: baseUrl, branchName: settings.branchName, officers: officers.length }
}

function wishOf({ places, settings, officers, officeStore }: SetUpContent): SetUpWish {
  const { branchName, backupFolder, statusFolder, notNeededLink, notAvailableLink, updateFeed } = settings
  const isSet = (text: string): boolean => text !== ''
  return {
    places: places.map(wishedPlace),
    branchName,
    officers: officers.length,
    links: [notNeededLink, notAvailableLink].filter(isSet),
    updateFeed,
    folders: [
      backupFolder,
      statusFolder,
      ...(officeStore === null ? [] : [`${bucketOf(officeStore.store)}/`]),
    ].filter(isSet),
  }
}

function wishedPlace({ environment, baseUrl, fileStore }: FleetPlace): WishedPlace {
  return {
    environment,
    address: baseUrl,
    fileStore: fileStore === null ? null : storeLabelOf(fileStore.store),
  }
}
