import { enDirectoryOffer } from './en-directory-offer.ts'
import { enFileStore } from './en-file-store.ts'
import { enForm } from './en-form.ts'
import { enOffice } from './en-office.ts'
import { enHeadOffice } from './en-head-office.ts'
import { enHowTo } from './en-how-to.ts'
import { enSetUp } from './en-set-up.ts'
import { enSettingsScreen } from './en-settings-screen.ts'
import { englishAtStart } from './english-at-start.ts'

/** Every text of the page in English: the tree that other languages follow. */
export const english = {
  ...englishAtStart,
  ...enFileStore,
  ...enForm,
  ...enOffice,
  ...enHeadOffice,
  ...enHowTo,
  ...enSetUp,
  ...enSettingsScreen,
  ...enDirectoryOffer,
} as const
