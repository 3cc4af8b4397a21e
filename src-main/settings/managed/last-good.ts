import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { isUnread, type ManagedField } from '#shared/managed-settings.ts'
import { writeDurably } from '#main/platform/durable-file.ts'
import { openCopy, sealedCopy, type SettingsKeys } from '../settings-seal.ts'
import { managedConfigOf, type ManagedConfig } from './managed-config.ts'
import type { ManagedValues } from './managed-fields.ts'

const FieldsSchema = v.pipe(v.string(), v.parseJson(), v.looseObject({}))
type Fields = v.InferOutput<typeof FieldsSchema>

export interface LastGoodOptions {
  readonly folder: string
  /** The keys that count, the one to write with first; none while the data key cannot be opened. */
  readonly keys: () => Promise<readonly SettingsKeys[]>
}

/**
 * The managed settings that apply. Those that were read are kept, sealed under the data key. Where they cannot be read
 * now, the kept ones apply; so does the kept value of a field whose value cannot be used. Only where the policy is
 * certainly absent is there none, and what was kept is removed. Never fails: what cannot be kept now is kept by the
 * next start.
 */
export async function underLastGood(read: ManagedConfig, options: LastGoodOptions): Promise<ManagedConfig> {
  const file = join(options.folder, 'policy.sealed')
  const { source, place, problems } = read.managed
  if (source === 'none') {
    await rm(file, { force: true }).catch(() => undefined)
    return read
  }
  const keys = await options.keys()
  const kept = await keptIn(file, keys)
  const missing = problems.flatMap((problem) => (problem.type === 'bad-value' ? [problem.field] : []))
  const fields = isUnread(read.managed) ? kept : { ...chosenOf(kept, missing), ...read.values }
  const applying = managedConfigOf(source, place, fields)
  if (!isUnread(read.managed)) await keep(file, keys, kept, applying.values)
  return { ...applying, managed: { ...applying.managed, problems } }
}

/** Seals what is kept under the keys of a new data key. */
export async function resealLastGood(
  { folder, keys }: LastGoodOptions,
  before: readonly SettingsKeys[],
): Promise<void> {
  const file = join(folder, 'policy.sealed')
  const kept = await keptIn(file, before)
  if (Object.keys(kept).length > 0) await keep(file, await keys(), {}, kept)
}

async function keptIn(file: string, keys: readonly SettingsKeys[]): Promise<Fields> {
  const text = await readFile(file, 'utf8').catch(() => null)
  const opened = v.safeParse(FieldsSchema, text === null ? null : openCopy(keys, text, 'policy'))
  return opened.success ? opened.output : {}
}

async function keep(
  file: string,
  [key]: readonly SettingsKeys[],
  before: Fields,
  values: Fields | ManagedValues,
): Promise<void> {
  const text = JSON.stringify(values)
  if (key === undefined || text === JSON.stringify(before)) return
  await writeDurably(file, sealedCopy(key, text, 'policy'))
}

function chosenOf(kept: Fields, names: readonly ManagedField[]): Fields {
  return Object.fromEntries(Object.entries(kept).filter(([name]) => names.some((one) => one === name)))
}
