import { enOffice } from '#renderer/i18n/en-office.ts'
import { addEnglish } from '#renderer/i18n/index.ts'

// The first screen needs none of them.
addEnglish(enOffice)
