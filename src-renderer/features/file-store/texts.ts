import { enFileStore } from '#renderer/i18n/en-file-store.ts'
import { addEnglish } from '#renderer/i18n/index.ts'

// The first screen needs none of them.
addEnglish(enFileStore)
