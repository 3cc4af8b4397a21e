import { enSettingsScreen } from '#renderer/i18n/en-settings-screen.ts'
import { addEnglish } from '#renderer/i18n/index.ts'

// The first screen needs none of them.
addEnglish(enSettingsScreen)
