import { enForm } from '#renderer/i18n/en-form.ts'
import { addEnglish } from '#renderer/i18n/index.ts'

// Beside the form, so that the first screen does not wait for them.
addEnglish(enForm)
