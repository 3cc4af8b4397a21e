import { enHowTo } from '#renderer/i18n/en-how-to.ts'
import { addEnglish } from '#renderer/i18n/index.ts'

// The first screen needs none of them.
addEnglish(enHowTo)
