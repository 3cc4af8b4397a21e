import type { UpdateStatus } from '#shared/updates.ts'
import type { Tone } from '#shared/claim/say.ts'
import { dayAndTime } from '#shared/language/format.ts'
import { inWords, t } from '#renderer/i18n/index.ts'
import type { Words } from '#renderer/i18n/words.ts'

/** The message for states that deserve a notice; null for the quiet ones. */
export function updateWords(status: UpdateStatus): (Words & { readonly tone: Tone }) | null {
  switch (status.type) {
    case 'idle':
    case 'checking':
    case 'downloading':
      return null
    case 'off':
      return { tone: 'neutral', ...inWords(`updates.off.${status.reason}`) }
    case 'failed':
      return { tone: 'warning', ...inWords(`updates.failed.${status.reason}`) }
    case 'ready':
    case 'waiting':
    case 'installing':
      return { tone: 'info', ...inWords(`updates.${status.type}`, { version: status.version }) }
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
