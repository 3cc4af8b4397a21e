import { enSays } from '#shared/claim/en-says.ts'
import { enConnection } from './en-connection.ts'
import { enAttachments } from './en-attachments.ts'
import { enFiles } from './en-files.ts'
import { enKeptData } from './en-kept-data.ts'
import { enNetwork } from './en-network.ts'
import { enNotices } from './en-notices.ts'
import { enOfficers } from './en-officers.ts'
import { enClaimPage } from './en-claim-page.ts'
import { enHistory } from './en-history.ts'
import { enPaper } from './en-paper.ts'
import { enSettings } from './en-settings.ts'
import { enStatus } from './en-status.ts'

/** The texts of the frame and of the first screens. */
export const en = {
  common: {
    close: 'Close',
    loading: 'Loading',
    calendar: 'Calendar',
    cancel: 'Cancel',
    show: 'Show',
    hide: 'Hide',
    'try-again': 'Try again',
    dismiss: 'OK',
    undo: 'Undo',
    'undo-keys': 'To undo, press {keys}.',
    'undo-failed': 'This can no longer be undone',
    undone: 'Undone',
    'server-says': 'The insurer says: “{message}”',
    'skip-to-content': 'Skip to content',
  },
  app: {
    name: 'Claims Desk',
    opening: 'Opening',
    'no-answer': 'Claims Desk does not respond',
    'no-answer-detail': 'Restart Claims Desk. What you saved is still on this computer.',
    'settings-lost': {
      title: 'The settings of this computer are lost',
      todo: 'Nothing is sent until a manager enters the address and the key again in Settings. Claims are still here.',
      'kept-as': 'The damaged file was kept as “{file}”.',
    },
    'screen-failed': 'This screen could not be shown',
    'screen-failed-detail': 'What you saved is still on this computer. Try again, or restart Claims Desk.',
  },
  nav: {
    label: 'Main',
    home: 'Today',
    'new-claim': 'New claim',
    claims: 'Claims',
    pharmacies: 'Pharmacies',
    'day-report': 'Day report',
    settings: 'Settings',
    help: 'Help',
  },
  'policy-number': {
    'will-change': 'Will be changed to {policy}',
    changed: 'Changed to {policy}',
    undo: 'Undo',
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
  ...enStatus,
  ...enClaimPage,
  ...enHistory,
  ...enSettings,
  ...enSays,
  ...enConnection,
  ...enNetwork,
  ...enOfficers,
  ...enKeptData,
  ...enPaper,
  ...enAttachments,
  ...enFiles,
  ...enNotices,
} as const
