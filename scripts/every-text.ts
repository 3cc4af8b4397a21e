import { enMain } from '#main/platform/texts/en-main.ts'
import { english } from '#renderer/i18n/english.ts'

/** Every text of the application: what another language would translate. */
export const everyText = { ...english, main: enMain } as const
