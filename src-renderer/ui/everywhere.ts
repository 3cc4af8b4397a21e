import type { App } from 'vue'
import { inWords, plural, say, t } from '#renderer/i18n/index.ts'
import BaseButton from './BaseButton.vue'
import CardSection from './CardSection.vue'
import EmptyState from './EmptyState.vue'
import FailureNotice from './FailureNotice.vue'
import FormField from './FormField.vue'
import LoadingLines from './LoadingLines.vue'
import ModalDialog from './ModalDialog.vue'
import NoticeBox from './NoticeBox.vue'
import SavedNote from './SavedNote.vue'
import ScreenFrame from './ScreenFrame.vue'
import StatusBadge from './StatusBadge.vue'
import TextInput from './TextInput.vue'

const components = {
  BaseButton,
  CardSection,
  EmptyState,
  FailureNotice,
  FormField,
  LoadingLines,
  ModalDialog,
  NoticeBox,
  SavedNote,
  ScreenFrame,
  StatusBadge,
  TextInput,
}
const words = { inWords, plural, say, t }

/** What every template knows without an import: what most screens are made of, and the words. */
export function everywhere(app: App): void {
  for (const [name, component] of Object.entries(components)) app.component(name, component)
  Object.assign(app.config.globalProperties, words)
}

type Components = typeof components
type Words = typeof words

declare module 'vue' {
  interface GlobalComponents extends Components {}
  interface ComponentCustomProperties extends Words {}
}
