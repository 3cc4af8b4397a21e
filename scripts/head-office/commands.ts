import { existsSync, readFileSync } from 'node:fs'
import { computers, forms } from '../computers.ts'
import { fetchStatuses } from '../computers/fetch-statuses.ts'
import { statusesIn, type Statuses } from '../computers/computers-by-urgency.ts'
import { makeKey, openKey, signManifest } from '../sign-manifest.ts'
import { makeFiles, showBackupPassphrases } from './branch-files.ts'
import { asConfig, change, makeFleet } from './change.ts'
import { checkPolicy } from './check-policy.ts'
import { openedOffice } from './office-file.ts'
import { configFields, readConfig } from './read-config.ts'
import { usageOf } from './usage.ts'
import {
  accessKeyOf,
  needed,
  newPassphraseFor,
  optionsOf,
  type Given,
  type OptionName,
  type Surroundings,
} from './values.ts'

interface Command {
  readonly options: readonly OptionName[]
  /** How many names follow it. */
  readonly names: readonly [least: number, most: number]
  /** @returns what the process ends with */
  readonly run: (names: readonly string[], values: Given, around: Surroundings) => Promise<number>
}

const ofSecrets = ['passphrase-file', 'key-file', 'access-key-file', 'office-key-file'] as const

const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['new', { options: ['office', ...ofSecrets], names: [1, 1], run: makeFleet }],
  [
    'change',
    {
      options: [
        ...(['office', 'out', 'config', 'new-key', 'new-secret', 'after-theft'] as const),
        ...(['new-backup-passphrase', 'valid-days'] as const),
        ...ofSecrets,
      ],
      names: [0, 0],
      run: change,
    },
  ],
  ['show', { options: ['office', 'config-only', 'passphrase-file'], names: [0, 0], run: show }],
  [
    'make-files',
    {
      options: ['office', 'branches', 'out', 'valid-days', 'passphrase-file', 'files-passphrase-file'],
      names: [0, 0],
      run: makeFiles,
    },
  ],
  [
    'backup-passphrase',
    { options: ['office', 'branch', 'passphrase-file'], names: [0, 0], run: showBackupPassphrases },
  ],
  [
    'statuses',
    { options: ['format', 'store', 'access-key-id', 'access-key-file'], names: [1, 1], run: showStatuses },
  ],
  [
    'check-policy',
    {
      options: [],
      names: [1, 1],
      run: ([file = ''], _values, { say }) => Promise.resolve(checkPolicy(file, say)),
    },
  ],
  ['sign-manifest', { options: ['passphrase-file'], names: [2, 3], run: sign }],
])

/**
 * Runs one command of head office. Throws an error whose message is for the person.
 * @returns what the process ends with
 */
export async function headOffice(
  [name = '--help', ...args]: readonly string[],
  around: Surroundings,
): Promise<number> {
  if ([name, ...args].includes('--help') || name === 'help') {
    around.say(usageOf(around.program))
    return 0
  }
  const command = commands.get(name)
  if (command === undefined) {
    throw new Error(`There is no command ${name}: ${[...commands.keys()].join(', ')}. See --help.`)
  }
  const { values, names } = optionsOf(args, command.options)
  const [least, most] = command.names
  if (names.length < least) throw new Error(`${name} needs the name of a file or folder. See --help.`)
  if (names.length > most) throw new Error(`${names[most] ?? ''} is one name too many. See --help.`)
  return await command.run(names, values, around)
}

/** Everything that computers are given but what is secret, in the fields of config.json, then what only head office has. */
async function show(_names: readonly string[], values: Given, around: Surroundings): Promise<number> {
  const { office } = await openedOffice(values, around)
  around.say(JSON.stringify(configFields(asConfig(office)), null, 2))
  if (values['config-only'] === true) return 0
  around.say(`Number ${office.fleet.number}`)
  for (const { name, accessKey } of office.branches)
    around.say(`Branch ${name}${accessKey === null ? '' : `, access key ${accessKey.id}`}`)
  return 0
}

async function showStatuses(
  [path = '']: readonly string[],
  { format = 'table', store, 'access-key-id': readId, 'access-key-file': keyFiles }: Given,
  around: Surroundings,
): Promise<number> {
  const form = forms.find((one) => one === format)
  if (form === undefined) throw new Error(`--format is one of ${forms.join(', ')}.`)
  const statuses =
    store === undefined ? statusesIn(path) : await storedStatuses(path, store, { readId, keyFiles }, around)
  if (statuses === null) {
    process.stderr.write('The folder cannot be read.\n')
    return 2
  }
  const shown = computers(statuses, form)
  around.say(shown.text.replace(/\n$/, ''))
  return shown.isAlarmed ? 1 : 0
}

/** What is in the bucket that a configuration names; what did not change since the last time comes from a file. */
async function storedStatuses(
  keptFile: string,
  config: string,
  given: { readonly readId: string | undefined; readonly keyFiles: readonly string[] | undefined },
  around: Surroundings,
): Promise<Statuses> {
  const { officeStore } = readConfig(readFileSync(config, 'utf8'), config)
  if (officeStore === null) throw new Error(`${config} has no “officeStore”.`)
  // Branches' own key may only put.
  const id = needed(given.readId, '--access-key-id')
  return await fetchStatuses(keptFile, officeStore.store, await accessKeyOf(id, given.keyFiles?.[0], around))
}

async function sign(
  [task, keyFile = '', installer]: readonly string[],
  values: Given,
  around: Surroundings,
): Promise<number> {
  const file = values['passphrase-file']
  if (task === 'make-key' && installer === undefined) {
    if (existsSync(keyFile)) throw new Error(`${keyFile} is there already. Nothing was written.`)
    const passphrase = await newPassphraseFor('A passphrase for the release key', file, around)
    around.say('The public key, for MAIN_VITE_UPDATE_KEYS:')
    around.say(makeKey(keyFile, passphrase))
  } else if (task === 'sign' && installer !== undefined) {
    const key = openKey(keyFile, await around.ask('Passphrase of the release key', file))
    around.say(`Signed ${signManifest(installer, key)}.`)
  } else throw new Error('sign-manifest make-key KEY.pem, or sign-manifest sign KEY.pem INSTALLER')
  return 0
}
