import { en } from './en.ts'
import { enBackup } from './en-backup.ts'
import { enClaims } from './en-claims.ts'
import { enCommands } from './en-commands.ts'
import { enDirectoryOffer } from './en-directory-offer.ts'
import { enFileStore } from './en-file-store.ts'
import { enForm } from './en-form.ts'
import { enHeadOffice } from './en-head-office.ts'
import { enHelp } from './en-help.ts'
import { enLine } from './en-line.ts'
import { enManaged } from './en-managed.ts'
import { enOffice } from './en-office.ts'
import { enPharmacies } from './en-pharmacies.ts'
import { enReceived } from './en-received.ts'
import { enSettingsScreen } from './en-settings-screen.ts'
import { enSetUp } from './en-set-up.ts'
import { enSupport } from './en-support.ts'
import { enUpdates } from './en-updates.ts'

/** Every text of the page in English. */
export const english = {
  ...en,
  ...enBackup,
  ...enClaims,
  ...enCommands,
  ...enDirectoryOffer,
  ...enFileStore,
  ...enForm,
  ...enHeadOffice,
  ...enHelp,
  ...enLine,
  ...enManaged,
  ...enOffice,
  ...enPharmacies,
  ...enReceived,
  ...enSettingsScreen,
  ...enSetUp,
  ...enSupport,
  ...enUpdates,
} as const
