import { enSays } from '#shared/claim/en-says.ts'
import { enBackup } from './en-backup.ts'
import { enClaimForm } from './en-claim-form.ts'
import { enClaimPage } from './en-claim-page.ts'
import { enConnection } from './en-connection.ts'
import { enFileStore } from './en-file-store.ts'
import { enHelp } from './en-help.ts'
import { enOfficers } from './en-officers.ts'
import { enOrganisation } from './en-organisation.ts'
import { enPaper } from './en-paper.ts'
import { enPharmacies } from './en-pharmacies.ts'
import { enReceived } from './en-received.ts'
import { enSettings } from './en-settings.ts'
import { enSettingsScreen } from './en-settings-screen.ts'
import { enStatus } from './en-status.ts'

/** Every text of the page in English; those of the frame and of Today are here. */
export const english = {
  common: {
    close: 'Close',
    loading: 'Loading',
    calendar: 'Calendar',
    'month-before': 'Month before',
    'month-after': 'Month after',
    cancel: 'Cancel',
    show: 'Show',
    hide: 'Hide',
    'try-again': 'Try again',
    dismiss: 'OK',
    undo: 'Undo',
    'undo-keys': 'To undo, press {keys}.',
    'undo-failed': 'This can no longer be undone',
    undone: 'Undone',
    'saved-as': 'Saved as {file}',
    'server-says': 'The insurer says: “{message}”',
    'for-it': 'For IT support: {what}',
    'skip-to-content': 'Skip to content',
  },
  app: {
    name: 'Claims Desk',
    opening: 'Opening',
    'no-answer': {
      title: 'Claims Desk does not respond',
      text: 'Restart Claims Desk. What you saved is still on this computer.',
    },
    'settings-lost': {
      title: 'The settings of this computer are lost',
      text: 'Nothing is sent until a manager enters the address and the key again in Settings. Claims are still here.',
      'kept-as': 'The damaged file was kept as “{file}”.',
    },
    'screen-failed': {
      title: 'This screen could not be shown',
      text: 'What you saved is still on this computer. Try again, or restart Claims Desk.',
    },
  },
  nav: {
    label: 'Main',
  },
  'policy-number': {
    'will-change': 'Will be changed to {policy}',
    changed: 'Changed to {policy}',
    'as-typed': 'Kept as typed',
    change: 'Change to {policy}',
    said: 'Policy number changed to {policy}. To undo, press Shift+Tab.',
  },
  /** Who receives claims, within a sentence and where one begins. */
  insurer: {
    real: { within: 'the insurer', begins: 'The insurer' },
    practice: { within: 'the practice insurer', begins: 'The practice insurer' },
  },
  product: { keke: 'keke', okada: 'okada' },
  home: {
    'key-session': {
      title: 'The key is forgotten when you quit',
      text: 'Have the key ready for the next start.',
    },
    'no-store': {
      title: 'Files have no store yet',
      text: 'Photos and PDFs of claims stay here until a file store is set.',
    },
    'no-links': {
      title: 'Links for missing evidence are not set',
      text: 'Ask the insurer which link to send where no one was hurt or died, and which for later evidence.',
    },
    'no-names': {
      title: 'Name the insurer’s statuses: {values}',
      text: 'Ask the insurer what each means. Until then, a slip says “Ask us”.',
    },
    'nothing-needed': 'Nothing needs you.',
    'news-title': 'New from the insurer',
    'needs-all': '{n} more',
    was: '(was {was})',
    seen: 'Seen',
    'seen-done': 'Seen: {name}',
    slip: 'Slip',
    call: 'Call',
    'no-phone': 'No phone is known here.',
    'set-up': 'To set up:',
    'do-of': '{action}: {what}',
  },
  ...enSays,
  ...enBackup,
  ...enClaimForm,
  ...enClaimPage,
  ...enConnection,
  ...enFileStore,
  ...enHelp,
  ...enOfficers,
  ...enOrganisation,
  ...enPaper,
  ...enPharmacies,
  ...enReceived,
  ...enSettings,
  ...enSettingsScreen,
  ...enStatus,
} as const
