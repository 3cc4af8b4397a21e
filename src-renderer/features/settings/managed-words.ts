import type { FileStore } from '#shared/domain/file-store.ts'
import {
  isUnread,
  type ManagedSettings,
  type ManagedField,
  type ManagedProblem,
} from '#shared/managed-settings.ts'
import type { Settings } from '#shared/settings.ts'
import { inWords, t } from '#renderer/i18n/index.ts'
import type { Words } from '#renderer/i18n/words.ts'

/** The value of a managed setting, in words. */
export function managedValue(field: ManagedField, managed: ManagedSettings, settings: Settings): string {
  switch (field) {
    case 'environments':
      return managed.environments.map((name) => t(`environment.${name}.name`)).join(', ')
    case 'liveFileStore':
    case 'sandboxFileStore':
      return storeAddress(settings[field])
    case 'pinMinimumLength':
      return String(managed.secretRules.minimumLength)
    case 'pinNeedsLetters':
      return t(`managed.digits.${managed.secretRules.needsLetters ? 'refused' : 'taken'}`)
    case 'statusNames':
      return orNone(
        Object.entries(settings.statusNames)
          .map(([status, name]) => `${status}: ${name}`)
          .join(', '),
      )
    case 'finalStatuses':
      return orNone(settings.finalStatuses.join(', '))
    default: {
      const value = settings[field]
      return typeof value === 'boolean'
        ? t(value ? 'managed.on' : 'managed.off')
        : orNone(String(value ?? ''))
    }
  }
}

function orNone(text: string): string {
  return text === '' ? t('managed.empty') : text
}

function storeAddress(store: FileStore | null): string {
  return store === null ? '' : `${store.endpoint}/${store.bucket}/${store.prefix}`
}

/** What is wrong with the managed settings, and what an administrator can do. */
export function managedProblemWords(problem: ManagedProblem): Words {
  switch (problem.type) {
    case 'not-read':
      return inWords(`managed.not-read.${problem.why}`)
    case 'bad-value':
      return {
        title: t('managed.bad-value', { field: problem.field }),
        text: t('managed.bad-value-todo', { allowed: t(`managed.allowed.${problem.field}`) }),
      }
    case 'unknown-field':
    case 'looks-secret':
      return {
        title:
          problem.name === null
            ? t(`managed.${problem.type}-unnamed`)
            : t(`managed.${problem.type}`, { name: problem.name }),
        text: t(`managed.${problem.type}-todo`),
      }
  }
}

/** What is wrong as a whole, for the notice on every screen; null for nothing. */
export function managedFault(
  managed: Pick<ManagedSettings, 'problems'>,
): 'secret' | 'unread' | 'other' | null {
  if (managed.problems.length === 0) return null
  if (isUnread(managed)) return 'unread'
  return managed.problems.some(({ type }) => type === 'looks-secret') ? 'secret' : 'other'
}
