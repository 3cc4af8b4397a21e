import { en } from './en.ts'
import { enBackup } from './en-backup.ts'
import { enClaims } from './en-claims.ts'
import { enCommands } from './en-commands.ts'
import { enHelp } from './en-help.ts'
import { enLine } from './en-line.ts'
import { enManaged } from './en-managed.ts'
import { enPharmacies } from './en-pharmacies.ts'
import { enReceived } from './en-received.ts'
import { enSupport } from './en-support.ts'
import { enUpdates } from './en-updates.ts'

/** The texts of the page in English that are there from the start. */
export const englishAtStart = {
  ...en,
  ...enClaims,
  ...enCommands,
  ...enPharmacies,
  ...enReceived,
  ...enBackup,
  ...enHelp,
  ...enLine,
  ...enManaged,
  ...enSupport,
  ...enUpdates,
} as const
