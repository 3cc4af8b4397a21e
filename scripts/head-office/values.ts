import { statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { AccessKeySchema } from '#main/office/head-office/fleet-content.ts'
import type { AccessKey } from '#main/platform/keys/store-keys.ts'
import type { HashCost } from '#main/office/officers/secret-hash.ts'
import type { RemoteEnvironment } from '#shared/domain/product.ts'
import { isEasyToGuess } from '#shared/domain/passphrase.ts'
import type { AskSecret } from './ask.ts'

export interface Surroundings {
  /** How this program is called. */
  readonly program: string
  readonly ask: AskSecret
  readonly say: (line: string) => void
  readonly now: () => Date
  /** What lies at an address of the web; null for nothing. Rejects where that cannot be told. */
  readonly bytesAt: (url: string) => Promise<Buffer | null>
  /** The work of deriving keys; the everyday one by default. */
  readonly cost?: HashCost
}

const one = { type: 'string' } as const
const several = { type: 'string', multiple: true } as const
const flag = { type: 'boolean' } as const
const options = {
  office: one,
  branches: one,
  out: one,
  'valid-days': one,
  config: one,
  'config-only': flag,
  'new-key': several,
  'access-key-id': one,
  'new-secret': flag,
  'after-theft': flag,
  'new-backup-passphrase': flag,
  branch: one,
  format: one,
  'passphrase-file': one,
  'files-passphrase-file': one,
  'key-file': several,
  'access-key-file': several,
  'office-key-file': one,
  store: one,
} as const
export type OptionName = keyof typeof options
export type Given = ReturnType<typeof parsed>['values']

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    // What Node says after its first sentence is for programmers.
    const [said = ''] = String(error instanceof Error ? error.message : error).split('. ')
    throw new Error(`${said}. See --help.`, { cause: error })
  }
}

/** Where a text stops being JSON, as a sentence; empty where that is its end, or nowhere. */
export function lineOfError(text: string): string {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    const [, line] = /\(line (\d+)/.exec(String(error)) ?? []
    return line === undefined ? '' : ` Line ${line}.`
  }
}

/** Reads the options of a command. Throws for one that the command does not have: it would be left out without a word. */
export function optionsOf(
  args: readonly string[],
  allowed: readonly OptionName[],
): { readonly values: Given; readonly names: readonly string[] } {
  const { values, positionals } = parsed(args)
  const isAllowed = (name: string): boolean => allowed.some((known) => known === name)
  const stranger = Object.keys(values).find((name) => !isAllowed(name))
  if (stranger !== undefined) throw new Error(`--${stranger} does not belong to this command. See --help.`)
  return { values, names: positionals }
}

/**
 * The file of an environment's secret: `live=FILE`, or `FILE` where there is one environment. Throws for one file for
 * two, which would give the live key to the sandbox.
 */
export function fileFor(
  environment: RemoteEnvironment,
  all: readonly RemoteEnvironment[],
  given: readonly string[] | undefined,
  option: 'key-file' | 'access-key-file',
): string | undefined {
  const files = (given ?? []).map((text) => {
    const [, name = null, file = text] = /^(live|sandbox)=(.*)$/.exec(text) ?? []
    return { name: name ?? (all.length === 1 ? (all[0] ?? null) : null), file }
  })
  if (files.some(({ name }) => name === null))
    throw new Error(`--${option} says for which: live=FILE, sandbox=FILE. Each has its own.`)
  if (files.some(({ name }) => !all.some((known) => known === name)))
    throw new Error(`--${option} names an environment that is not meant here.`)
  if (new Set(files.map(({ file }) => file)).size < files.length)
    throw new Error(`--${option} has one file for two environments. Each has its own.`)
  return files.find(({ name }) => name === environment)?.file
}

/** A passphrase that is hard to guess, typed twice. @param mayBeEmpty where one can be made */
export async function newPassphraseFor(
  question: string,
  file: string | undefined,
  { ask }: Surroundings,
  {
    mayBeEmpty = false,
    known = [],
  }: { readonly mayBeEmpty?: boolean; readonly known?: readonly string[] } = {},
): Promise<string> {
  const passphrase = await ask(question, file)
  if (mayBeEmpty && passphrase === '') return ''
  if (isEasyToGuess(passphrase, known))
    throw new Error(
      'That passphrase is easy to guess: 12 characters or more, no common words. Nothing was written.',
    )
  if (file === undefined && (await ask(`${question}, again`, undefined)) !== passphrase)
    throw new Error('The two differ. Nothing was written.')
  return passphrase
}

/** A folder that is there. One that was made would hide that a share is not connected. */
export function folderAt(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return path
  throw new Error(`There is no folder ${path}. Is its share connected? Nothing was written.`)
}

export function checked<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  what: string,
): v.InferOutput<S> {
  const found = v.safeParse(schema, value)
  if (found.success) return found.output
  throw new Error(`${what} is not valid. Valid: letters, digits and signs in one line, without spaces.`)
}

/** An access key of a store, whose secret is asked for. Throws where a file with it could not be read again. */
export async function accessKeyOf(
  id: string,
  file: string | undefined,
  { ask }: Surroundings,
): Promise<AccessKey> {
  const secret = await ask(`The secret of access key ${id}`, file)
  return checked(AccessKeySchema, { id, secret }, `Access key ${id}`)
}

export function days(values: Given, standard: number): number {
  const count = Number(values['valid-days'] ?? standard)
  if (!Number.isInteger(count) || count < 1 || count > 366) throw new Error('--valid-days is 1 to 366.')
  return count
}

export function needed(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new Error(`${name} is missing. See --help.`)
  return value
}
