import type { BackupTrouble } from '#shared/contract/backup.ts'

const trouble = {
  hangs: 'The folder does not answer.',
  missing: 'The folder is not there. Connect the share or the stick.',
  'not-writable': 'This account is not allowed to write to the folder.',
  full: 'There is no room left in the folder.',
  other: 'The folder could not be used.',
  'no-passphrase': 'There is no passphrase. Enter it below.',
  'weak-passphrase': 'The passphrase is easy to guess. Change it.',
  'own-disk': 'The disk of this computer has no room for it.',
} as const satisfies Record<BackupTrouble, string>

/** Folders of the office, and what is written into them automatically. */
export const enOffice = {
  office: {
    choose: 'Select folder',
    change: 'Change folder',
    clear: 'Turn off',
    none: 'Off',
    trouble,

    'backup-title': 'Scheduled backup',
    'backup-intro':
      'A backup is saved here each day after 15:00, or when the computer is next on. The newest 14 stay.',
    'backup-folder': 'Folder for backups',
    'backup-practice': 'Practice is not backed up.',
    'last-at': 'Last backup: {when}.',
    'last-never': 'No backup yet.',
    lacking:
      'All photos and PDFs are in it. | 1 photo or PDF is left out: more than 50 MB. Make a backup yourself to include it. | {n} photos and PDFs are left out: more than 50 MB. Make a backup yourself to include them.',
    now: 'Back up now',
    done: 'Backup saved.',
    passphrase: {
      none: 'Enter a passphrase to start backups.',
      kept: 'The passphrase is stored on this computer.',
      'session-only': 'This computer has no password store. Enter the passphrase after each start.',
      forgotten: 'This computer has no password store. Enter the passphrase again.',
      unreadable: 'The password store does not open. Unlock it, or enter the passphrase again.',
    },
    'passphrase-given': 'Head office set the passphrase.',
    'holds-drafts': 'Who has the passphrase can read every officer’s drafts in a backup.',
    'passphrase-label': 'Passphrase of scheduled backups',
    'passphrase-hint': 'Head office needs it to open a backup. Keep it where this computer is not.',
    'passphrase-set': 'Set passphrase',
    'passphrase-change': 'Change passphrase',

    'folders-title': 'Head office',
    'folders-intro': 'A folder that head office reads, such as a share.',
    'status-folder': 'Status of this computer',
    'status-hint': 'Version, counts and alarms, each hour. No names or policy numbers.',

    'overdue-title': 'No backup for three days',
    'overdue-detail': 'Tell a manager.',
    'status-title': 'This computer’s status cannot be saved',
    open: 'Open backup',
  },
} as const
