import * as v from 'valibot'
import { FileStoreSchema, type FileStore } from '#shared/domain/file-store.ts'
import { baseUrlProblem } from '#renderer/forms/connection-form.ts'
import { t } from '#renderer/i18n/index.ts'

/** A store as typed. */
export interface TypedStore {
  endpoint: string
  region: string
  bucket: string
  prefix: string
  style: string
  links: string
}

export type StoreProblems = Readonly<
  Partial<Record<'endpoint' | 'region' | 'bucket' | 'prefix' | 'links', string>>
>

/** What is wrong with a store as typed, field by field; empty where nothing is. */
export function storeProblemsOf(typed: TypedStore): StoreProblems {
  const { entries } = FileStoreSchema
  const endpoint = addressProblem('endpoint', typed.endpoint)
  const links = addressProblem('links', typed.links)
  return {
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(v.is(entries.region, typed.region) ? {} : { region: t('file-store.form.region-invalid') }),
    ...(v.is(entries.bucket, typed.bucket) ? {} : { bucket: t('file-store.form.bucket-invalid') }),
    ...(v.is(entries.prefix, folders(typed)) ? {} : { prefix: t('file-store.form.prefix-invalid') }),
    ...(links === undefined ? {} : { links }),
  }
}

function addressProblem(field: 'endpoint' | 'links', typed: string): string | undefined {
  return typed.trim() === '' ? t(`file-store.form.${field}-required`) : baseUrlProblem(typed)
}

/** The store of what was typed; null while something is wrong with it. */
export function storeOf(typed: TypedStore): FileStore | null {
  const parsed = v.safeParse(FileStoreSchema, { ...typed, prefix: folders(typed) })
  return parsed.success ? parsed.output : null
}

/** A folder is meant without its slash too. */
function folders({ prefix }: TypedStore): string {
  const typed = prefix.trim()
  return typed === '' || typed.endsWith('/') ? typed : `${typed}/`
}

/** What is wrong with one half of a typed key, which is a word of a keyboard's signs. */
export function isKeyHalf(typed: string): boolean {
  return /^[\x21-\x7e]{1,400}$/.test(typed.trim())
}
