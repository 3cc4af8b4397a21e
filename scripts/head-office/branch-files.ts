import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { backupPassphraseOf } from '#main/office/head-office/kept-fleet.ts'
import type { AccessKey } from '#main/platform/keys/store-keys.ts'
import { csvOf } from '#main/platform/csv.ts'
import { branchName, branchNamed, type FleetFile, type KeptBranch } from './fleet-file.ts'
import { branchSecretOf, newPassphrase, sealSetUp, setUpContent } from './make-files.ts'
import { openedOffice, saveOffice } from './office-file.ts'
import { readBranches, type ListedBranch } from './read-branches.ts'
import {
  accessKeyOf,
  days,
  folderAt,
  needed,
  newPassphraseFor,
  type Given,
  type Surroundings,
} from './values.ts'

const lists = { pins: 'first-pins.csv', passphrases: 'passphrases.csv' }

/** A set-up file for each branch of a table, for its new computers and for those in use. */
export async function makeFiles(
  _names: readonly string[],
  values: Given,
  around: Surroundings,
): Promise<number> {
  const out = folderAt(needed(values.out, '--out'))
  const table = needed(values.branches, '--branches')
  const listed = readBranches(readFileSync(table, 'utf8'))
  if (listed.length === 0) throw new Error('The table names no branch.')
  const files = listed.map(({ name }) => `${fileNameOf(name)}.cdsetup`)
  if (new Set(files.map((file) => file.toLowerCase())).size < files.length)
    throw new Error('Two branches would have the same file name.')
  const taken = [...files, ...Object.values(lists)].find((name) => existsSync(join(out, name)))
  if (taken !== undefined)
    throw new Error(`${join(out, taken)} is there already. Name an empty folder. Nothing was written.`)
  const { file, office, passphrase: ofOffice } = await openedOffice(values, around)
  const branches = await Promise.all(listed.map((branch) => keptBranch(branch, office, table, around)))
  const shared = await newPassphraseFor(
    'One passphrase for all set-up files (empty: one is made for each)',
    values['files-passphrase-file'],
    around,
    { mayBeEmpty: true, known: ['live', ...listed.map(({ name }) => name)] },
  )
  const validDays = days(values, 30)
  const others = office.branches.filter((one) => !branches.some(({ name }) => name === one.name))
  const known = { ...office, branches: [...others, ...branches] }
  // First its own file: what a branch was given is known from then on.
  await saveOffice(file, known, ofOffice, around)
  for (const [index, { name, officers }] of listed.entries()) {
    const own = { name, officers, accessKey: branches[index]?.accessKey ?? null }
    const content = setUpContent(known, own, { validDays, now: around.now() })
    const passphrase = shared === '' ? newPassphrase() : shared
    const box = await sealSetUp(content, passphrase, known.privateKey, around.cost)
    // Its lines come first, and each by itself: whatever ends this, every file that is there can be used.
    const pins = (content.branch?.officers ?? []).map((one) => [name, one.name, one.role, one.firstPin])
    if (shared === '') addLines(join(out, lists.passphrases), ['branch', 'passphrase'], [[name, passphrase]])
    addLines(join(out, lists.pins), ['branch', 'officer', 'role', 'first PIN'], pins)
    writeFileSync(join(out, files[index] ?? ''), box, { flag: 'wx', mode: 0o600 })
    around.say(`${index + 1} of ${listed.length}: ${name}`)
  }
  around.say(`Wrote set-up files (${listed.length}), good for ${validDays} days, and their lists, to ${out}.`)
  around.say(`Copy ${file} to where its copy is. Send files, passphrases and first PINs by different ways.`)
  around.say('Then delete the lists, and the files with secrets: head office’s file has them.')
  return 0
}

function addLines(list: string, head: readonly string[], lines: readonly (readonly string[])[]): void {
  if (lines.length === 0) return
  const isNew = !existsSync(list)
  const text = csvOf([...(isNew ? [head] : []), ...lines])
  // A spreadsheet takes a mark at the beginning alone.
  appendFileSync(list, isNew ? text : text.replace(/^\ufeff/, ''), { mode: 0o600 })
}

/**
 * A branch as head office's file has it afterwards. Its own access key is the table's, whose secret lies in a file beside it,
 * else the one that is kept.
 */
async function keptBranch(
  { name, accessKey }: ListedBranch,
  { places, branches }: FleetFile,
  table: string,
  around: Surroundings,
): Promise<KeptBranch> {
  const before = branchNamed(branches, name)
  const isOwn = places.find(({ environment }) => environment === 'live')?.fileStore?.accessKey === null
  if (!isOwn && accessKey !== null)
    throw new Error(
      'An access key for each branch asks for a config.json with “liveFileStore” and without “liveAccessKeyId”.',
    )
  const given: AccessKey | null =
    accessKey === null
      ? (before?.accessKey ?? null)
      : await accessKeyOf(accessKey.id, resolve(dirname(table), accessKey.secretFile), around)
  if (isOwn && given === null)
    throw new Error(`${name} has no access key: fill in accessKeyId and secretFile. Nothing was written.`)
  return { name, accessKey: isOwn ? given : null }
}

/** What opens the scheduled backups of a branch, the newest first. */
export async function showBackupPassphrases(
  _names: readonly string[],
  values: Given,
  around: Surroundings,
): Promise<number> {
  const branch = branchName(needed(values.branch, '--branch'))
  const { office } = await openedOffice(values, around)
  if (office.backupSalts.length === 0)
    throw new Error('Head office sets no passphrase for backups: config.json had no “officeStore”.')
  if (branchNamed(office.branches, branch) === null)
    throw new Error(
      `There is no branch ${branch}. There are: ${office.branches.map(({ name }) => name).join(', ')}.`,
    )
  const secret = branchSecretOf(office, branch)
  for (const salt of office.backupSalts.toReversed()) around.say(backupPassphraseOf(secret, salt))
  return 0
}

/** A name that every system takes. */
function fileNameOf(branch: string): string {
  const plain = branch.normalize('NFKD').replaceAll(/[^A-Za-z0-9]+/g, '-')
  return plain.replaceAll(/^-+|-+$/g, '').slice(0, 60) || 'branch'
}
