import type { BackupTrouble } from '#shared/contract/scheduled-backup.ts'

const trouble = {
  hangs: 'The folder does not answer.',
  missing: 'The folder is not there. Connect the share or the stick.',
  'not-writable': 'This account is not allowed to write to the folder.',
  full: 'There is no room left in the folder.',
  other: 'The folder could not be written to.',
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
      'A backup is written into this folder each day after 15:00, or as soon as the computer is on again. The newest 14 are kept.',
    'backup-folder': 'Folder for backups',
    'backup-practice': 'Practice is not backed up.',
    'last-at': 'Last written: {when}.',
    'last-never': 'None written yet.',
    lacking:
      'All photos and PDFs are in it. | 1 photo or PDF is not in it: together they are more than 50 MB. Write a backup yourself to keep it. | {n} photos and PDFs are not in it: together they are more than 50 MB. Write a backup yourself to keep them.',
    now: 'Back up now',
    done: 'Backup written.',
    passphrase: {
      none: 'Enter a passphrase. Nothing is backed up without it.',
      kept: 'The passphrase is stored on this computer.',
      'session-only':
        'This computer has no password store, so the passphrase is lost when the application quits. Enter it after each start.',
      forgotten: 'This computer has no password store. Enter the passphrase again to go on.',
      unreadable:
        'The password store does not open the passphrase now. Unlock it, or enter the passphrase again.',
    },
    'passphrase-label': 'Passphrase of scheduled backups',
    'passphrase-hint': 'Head office needs it to open a backup. Keep it where this computer is not.',
    'passphrase-set': 'Set passphrase',
    'passphrase-change': 'Change passphrase',

    'folders-title': 'Head office',
    'folders-intro': 'Folders that head office looks after, such as a share.',
    'status-folder': 'Status of this computer',
    'status-hint':
      'Version, outbox counts and alarms are written there each hour. No names, no policy numbers.',
    'head-office-folder': 'Files from head office',
    'head-office-hint': 'Signed files, such as a new key, are looked for there.',

    'overdue-title': 'No backup for three days',
    'overdue-detail': 'Tell a manager.',
    'status-title': 'The status of this computer cannot be written',
    open: 'Open backup',
  },
} as const
