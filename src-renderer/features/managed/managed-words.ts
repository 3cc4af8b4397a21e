import { languageName } from '#shared/language/language.ts'
import type { ManagedSettings, ManagedField, ManagedProblem } from '#shared/managed-settings.ts'
import type { Settings } from '#shared/settings.ts'
import { plural, t } from '#renderer/i18n/index.ts'

/** The value of a managed setting, in words. */
export function managedValue(field: ManagedField, managed: ManagedSettings, settings: Settings): string {
  switch (field) {
    case 'environments':
      return managed.environments.map((name) => t(`environment.${name}.name`)).join(', ')
    case 'liveBaseUrl':
      return settings.baseUrls.live
    case 'sandboxBaseUrl':
      return settings.baseUrls.sandbox
    case 'keepReceivedDays':
      return plural('managed.days', settings.keepReceivedDays)
    case 'lockAfterMinutes':
      return plural('managed.minutes', settings.lockAfterMinutes)
    case 'pinMinimumLength':
      return String(managed.secretRules.minimumLength)
    case 'pinNeedsLetters':
      return t(`managed.digits.${managed.secretRules.needsLetters ? 'refused' : 'taken'}`)
    case 'updateFeed':
      return settings.updateFeed ?? ''
    case 'language':
      return settings.language === 'system' ? t('language.system') : languageName(settings.language)
  }
}

export interface ProblemWords {
  readonly title: string
  readonly todo: string
}

/** What is wrong with the managed settings, and what an administrator can do. */
export function managedProblemWords(problem: ManagedProblem): ProblemWords {
  switch (problem.type) {
    case 'not-read':
      return {
        title: t(`managed.not-read.${problem.why}.title`),
        todo: t(`managed.not-read.${problem.why}.todo`),
      }
    case 'bad-value':
      return {
        title: t('managed.bad-value', { field: problem.field }),
        todo: t('managed.bad-value-todo', { allowed: t(`managed.allowed.${problem.field}`) }),
      }
    case 'unknown-field':
    case 'looks-secret':
      return {
        title:
          problem.name === null
            ? t(`managed.${problem.type}-unnamed`)
            : t(`managed.${problem.type}`, { name: problem.name }),
        todo: t(`managed.${problem.type}-todo`),
      }
  }
}

/** Whether the managed settings, which every user can read, contain something that looks like a secret. */
export function hasSecret({ problems }: Pick<ManagedSettings, 'problems'>): boolean {
  return problems.some(({ type }) => type === 'looks-secret')
}
