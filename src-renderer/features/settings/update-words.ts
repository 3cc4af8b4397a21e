import type { UpdateStatus } from '#shared/updates.ts'
import type { Tone } from '#shared/claim/say.ts'
import { dayAndTime } from '#shared/language/format.ts'
import { t } from '#renderer/i18n/index.ts'

/** A message about an update. */
export interface UpdateWords {
  readonly tone: Tone
  readonly title: string
  readonly text: string
}

/** The message for states that deserve a notice; null for the quiet ones. */
export function updateWords(status: UpdateStatus): UpdateWords | null {
  switch (status.type) {
    case 'idle':
    case 'checking':
    case 'downloading':
      return null
    case 'off':
    case 'failed': {
      const why =
        status.type === 'off' ? (`off.${status.reason}` as const) : (`failed.${status.reason}` as const)
      const tone = status.type === 'off' ? 'neutral' : 'warning'
      return { tone, title: t(`updates.${why}.title`), text: t(`updates.${why}.detail`) }
    }
    case 'ready':
    case 'waiting':
    case 'installing':
      return {
        tone: 'info',
        title: t(`updates.${status.type}-title`, { version: status.version }),
        text: t(`updates.${status.type}-detail`),
      }
  }
}

/** A quiet state, in one sentence. */
export function quietWords(status: UpdateStatus): string {
  switch (status.type) {
    case 'checking':
      return t('updates.checking')
    case 'downloading':
      return t('updates.downloading', { version: status.version, percent: status.percent })
    case 'idle':
      return status.checkedAt === null
        ? t('updates.not-yet')
        : t('updates.up-to-date', { when: dayAndTime(new Date(status.checkedAt)) })
    default:
      return ''
  }
}
