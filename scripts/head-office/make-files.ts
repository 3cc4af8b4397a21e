import { createHash, createPrivateKey, hkdfSync, randomInt, sign } from 'node:crypto'
import * as v from 'valibot'
import { newId } from '#shared/domain/identifier.ts'
import { secretWeakness } from '#shared/domain/officer.ts'
import { unmanaged } from '#shared/managed-settings.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { HashCost } from '#main/office/officers/secret-hash.ts'
import { FleetContentSchema, type FleetContent } from '#main/office/head-office/fleet-content.ts'
import { newFleetSecret } from './new-fleet.ts'
import { orderKey, orderMagic, signedOrder } from '#main/office/head-office/order-format.ts'
import {
  boxMagics,
  boxVersion,
  openBox,
  readBox,
  type BoxFailure,
  type BoxKind,
} from '#main/office/head-office/passphrase-box.ts'
import { seal } from '#main/platform/keys/sealing.ts'
import type { AccessKey } from '#main/platform/keys/store-keys.ts'
import { keysOfPassphrase, newKdf, sealHead } from '#main/office/officers/passphrase-keys.ts'
import { branchName, FleetFileSchema, type FleetFile } from './fleet-file.ts'

/*
 * What head office makes, by `npm run head-office` (docs/provisioning.md). The application reads these files and never
 * makes one.
 */

const dayMs = 86_400_000
const pinDigits = 8
/** An order is as long as a multiple of it: its length tells little. */
const stepBytes = 1024

/** A branch and its officers, as head office lists them, and the access key of its own where it has one. */
export interface Branch {
  /** On slips. */
  readonly name: string
  readonly officers: readonly { readonly name: string; readonly role: 'officer' | 'manager' }[]
  /** To the live file store. */
  readonly accessKey?: AccessKey | null
}

/** A random first PIN that no rule refuses and no spreadsheet shortens: it begins with no 0. It opens nothing but the choice of another one. */
function newFirstPin(): string {
  for (;;) {
    const pin = String(randomInt(10 ** (pinDigits - 1), 10 ** pinDigits))
    if (secretWeakness(pin, unmanaged.secretRules) === null) return pin
  }
}

// No letters and digits that are taken for one another when a passphrase is read aloud or typed from paper.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A random passphrase of about 99 bits, such as `q7hd-…`, which no amount of guessing finds. */
export function newPassphrase(): string {
  const four = (): string =>
    Array.from({ length: 4 }, () => letters.charAt(randomInt(letters.length))).join('')
  return Array.from({ length: 5 }, four).join('-')
}

/**
 * A branch's secret, base64, made of what head office alone has: a branch's set-up file opens the backups of that branch
 * and of no other, and head office can always make it again.
 */
export function branchSecretOf({ fleet, privateKey }: FleetFile, branch: string): string {
  const info = `claims-desk/branch-secret/v1/${branchName(branch)}`
  const key = Buffer.from(privateKey, 'base64')
  return Buffer.from(hkdfSync('sha256', key, fleet.id, info, 32)).toString('base64')
}

/** For how long a content holds. */
interface Valid {
  readonly validDays: number
  readonly now: Date
}

/** What head office gives to all computers, or to those of a branch. */
function contentOf(
  { fleet, places, officeStore, settings, backupSalts }: FleetFile,
  { validDays, now }: Valid,
  branch: FleetContent['branch'] = null,
): FleetContent {
  return v.parse(FleetContentSchema, {
    version: 1,
    expiresAt: new Date(now.getTime() + validDays * dayMs).toISOString(),
    fleet,
    places,
    officeStore,
    settings,
    backupSalt: backupSalts.at(-1) ?? null,
    branch,
  })
}

/** What sets the new computers of a branch up, and what those in use take. */
export function setUpContent(office: FleetFile, branch: Branch, valid: Valid): FleetContent {
  const { orderDigest } = office
  const places = office.places.map((place) =>
    place.environment === 'live' && place.fileStore?.accessKey === null
      ? { ...place, fileStore: { ...place.fileStore, accessKey: branch.accessKey ?? null } }
      : place,
  )
  const officers = branch.officers.map((officer) => ({ ...officer, firstPin: newFirstPin() }))
  const secret = branchSecretOf(office, branch.name)
  return contentOf({ ...office, places }, valid, { name: branch.name, secret, officers, orderDigest })
}

/** Seals a text. It takes half a second and 128 MiB on purpose. @param cost stored in the file. */
export async function sealBox(
  kind: BoxKind,
  passphrase: string,
  text: string,
  cost?: HashCost,
): Promise<Buffer> {
  const keys = await keysOfPassphrase(passphrase, newKdf(cost), `${kind}/v1`)
  const head = sealHead(boxMagics[kind], { version: boxVersion, id: newId() }, keys)
  return Buffer.concat([head.bytes, seal(keys.part('seal'), text, head.digest.toString('base64'))])
}

/** A set-up file, signed. @param privateKey PKCS#8 as base64 */
export function sealSetUp(
  content: FleetContent,
  passphrase: string,
  privateKey: string,
  cost?: HashCost,
): Promise<Buffer> {
  return sealBox('set-up', passphrase, signed(JSON.stringify(content), privateKey), cost)
}

/** The signature of a text, and the text. */
function signed(text: string, privateKey: string): string {
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' })
  return sign(null, signedOrder(text), key).toString('base64') + text
}

/** Head office's own file, with the key that signs. */
export function sealFleetFile(file: FleetFile, passphrase: string, cost?: HashCost): Promise<Buffer> {
  return sealBox('fleet', passphrase, JSON.stringify(file), cost)
}

export async function openFleetFile(
  bytes: Buffer,
  passphrase: string,
): Promise<Result<FleetFile, BoxFailure['type']>> {
  const box = readBox('fleet', bytes)
  const opened = box.ok ? await openBox('fleet', box.value, passphrase) : box
  if (!opened.ok) return err(opened.error.type)
  const file = v.safeParse(v.pipe(v.string(), v.parseJson(), FleetFileSchema), opened.value)
  return file.success ? ok(file.output) : err('damaged')
}

/**
 * Signs and seals what is for all computers.
 *
 * @param privateKey PKCS#8 as base64 @param secret what the computers have now, base64
 */
export function sealOrder(order: FleetContent, privateKey: string, secret: string): Buffer {
  const text = JSON.stringify(order)
  const bytes = Buffer.byteLength(text)
  const body = text + ' '.repeat(Math.ceil((bytes + 1) / stepBytes) * stepBytes - bytes)
  return Buffer.concat([
    Buffer.from(orderMagic, 'latin1'),
    seal(orderKey(secret), signed(body, privateKey), orderMagic),
  ])
}

/** What an order is known by in head office's own file. */
export function digestOf(order: Uint8Array): string {
  return createHash('sha256').update(order).digest('hex')
}

/** What is to hold on all computers from now on; what is not named stays as it is. */
export interface Change extends Valid, Partial<Pick<FleetFile, 'places' | 'settings' | 'officeStore'>> {
  /**
   * Later files are sealed under another secret: `sent`, this one brings it, to whoever has the one before; `by-hand`, set-up
   * files alone do, and this one is sealed under it already.
   */
  readonly newSecret?: 'sent' | 'by-hand' | null
  /** Every branch's backups get another passphrase. */
  readonly withNewPassphrase?: boolean
}

/** A signed file for all computers, and head office's own file as it is afterwards: keep that first. */
export function makeOrder(
  file: FleetFile,
  { validDays, now, newSecret = null, withNewPassphrase = false, ...given }: Change,
): { readonly order: Buffer; readonly file: FleetFile } {
  const { fleet, privateKey } = file
  const secret = newSecret === null ? fleet.secret : newFleetSecret()
  const after = {
    ...file,
    ...given,
    backupSalts: withNewPassphrase ? [...file.backupSalts, newFleetSecret()] : file.backupSalts,
    fleet: { ...fleet, number: fleet.number + 1, secret },
  }
  const sealedUnder = newSecret === 'by-hand' ? secret : fleet.secret
  const order = sealOrder(contentOf(after, { validDays, now }), privateKey, sealedUnder)
  return { order, file: { ...after, orderDigest: digestOf(order) } }
}
