import type { Environment } from '#shared/domain/product.ts'
import type { SetUpRefusal } from '#shared/contract/set-up.ts'

/** Why a set-up file was not taken in, and what to do. */
const refused: Record<SetUpRefusal, string> = {
  'unreadable-file': 'The file cannot be read. Check the path, and that this account may read it.',
  'not-ours': 'The file is not a set-up file of Claims Desk.',
  damaged: 'The file is damaged. Copy it again from head office.',
  newer: 'The file is for a newer version of Claims Desk. Install that version first.',
  'wrong-passphrase': 'The passphrase is not the one of this file.',
  expired: 'The file has expired. Ask head office for a new one.',
  'taken-in-before': 'This computer has this file, or a newer one.',
  'in-use':
    'This computer is in use, and this is no file of its branch. To set it up, start with an empty data folder.',
  'set-by-organisation': 'This computer’s policy sets another address or file store.',
  'key-refused': 'The insurer does not accept the key in the file. Ask head office for a new file.',
  'no-keyring': 'This account cannot store the key safely. Set up a keyring first.',
  'no-connection': 'The new key cannot be tried without a connection. Take the file again once connected.',
  'no-file': 'No file was named.',
}

/** Main's part of the catalogue: setting a computer up from a file of head office. */
const enSetUp = {
  open: 'Set up from a file of head office',
  files: 'Set-up files',
  question: 'Set up this computer from this file?',
  renew: 'Take what head office gives by this file?',
  take: 'Take',
  keeps: 'Claims, drafts and officers stay as they are.',
  renewed: 'This computer has what head office gives now.',
  'store-refused':
    'This computer has the new keys. The file store does not work with what the file says: tell head office.',
  insurer: 'Claims and the key go to {address} ({environment}).',
  branch: 'Branch: {name}',
  officers: 'No officers | 1 officer | {n} officers',
  'file-store': 'Photos and PDFs ({environment}) go to {address}.',
  links: 'Links for what does not apply:\n{links}',
  updates: 'Updates come from {address}.',
  'office-store': 'Status and backups go to {address}.',
  trust: 'Continue only if head office gave you this file and its passphrase.',
  allow: 'Set up',
  done: 'Claims Desk is set up for {address}. Officers: {n}.',
  'done-works': 'The insurer accepts the key.',
  'done-later': 'The key could not be tried, and is checked later.',
  'done-tls-authority':
    'The key could not be tried: the certificate at that address is not trusted here. It is checked later.',
  'done-proxy-asks':
    'The key could not be tried: the proxy needs a name and password, which a manager enters on the screen “Connection”. It is checked later.',
  'keep-file': 'Delete the file from this computer.',
  listable: 'Strangers can list the file store: tell head office.',
  nothing: 'Nothing was changed.',
  'not-written': 'The data folder cannot be written to.',
  'no-passphrase': 'Name the passphrase: --passphrase-file=FILE, or --passphrase-stdin.',
  running: 'Claims Desk is running. Quit it first.',
  refused,
} as const

const enSupportReport = {
  written: 'The report is in {file}.',
  'not-written': 'The report could not be written. Is the folder of {file} there?',
  busy: 'Claims Desk is running here and wrote no report. Select “Report for support” in it.',
} as const

const enRemoveData = {
  confirm:
    'This deletes all claims, photos, keys and settings on this computer for good. To do it: --remove-all-data={number}',
  unsent:
    'Something here was not received, or cannot be read. Let it be received, or discard it. Nothing was deleted.',
  done: 'All data on this computer is deleted. Delete what is left of its folder: {folder}',
  failed: 'Claims Desk could not delete its data in this folder: {folder}',
} as const

/** Main's part of the catalogue: tray, menu, questions, and the files it writes. Numbers and forms as in the page's. */
export const enMain = {
  cancel: 'Cancel',
  'start-failed': {
    message: 'Claims Desk could not start',
    detail: 'Nothing is lost. Start it again. If this continues, tell IT support.',
  },
  'no-screen': 'Claims Desk needs a screen. Where there is none, start it by xvfb-run -a.',
  'not-writable': {
    message: 'Claims Desk cannot write to its folder',
    detail:
      'Ask IT support to allow it, or to set another one (--data-dir or HOME). Then start Claims Desk again. Nothing is lost.\n\n{folder}',
    close: 'Close',
  },
  'data-folder': {
    message: 'Claims Desk cannot use the data folder',
    relative:
      'Set --data-dir or CLAIMS_DESK_DATA_DIR to a full path, such as /srv/claims-desk or D:\\Claims Desk. Nothing was changed.',
    root: '--data-dir or CLAIMS_DESK_DATA_DIR is a whole disk. Set a folder on it. Nothing was changed.',
    network:
      'It is on another computer. Set --data-dir or CLAIMS_DESK_DATA_DIR to a folder on this one. Nothing was changed.',
    'not-a-folder': 'It is a file. Set --data-dir or CLAIMS_DESK_DATA_DIR to a folder. Nothing was changed.',
    'hanging-file':
      'There is a pipe or device in place of a file. Move it away, then start Claims Desk again. Nothing was changed.',
  },
  'no-answer': {
    message: 'Claims Desk shows nothing yet',
    detail:
      'Nothing is lost. Wait a moment, or start again. If this continues, save the log and send it to IT support.',
    'start-again': 'Start again',
    'save-log': 'Save the log',
    wait: 'Wait',
  },
  'second-start': {
    shown: 'Claims Desk is already running.',
  },
  menu: {
    app: 'Claims Desk',
    file: 'File',
    edit: 'Edit',
    view: 'View',
    window: 'Window',
    go: 'Go',
    help: 'Help',
    close: 'Close window',
    quit: 'Quit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    'select-all': 'Select all',
    'reset-zoom': 'Actual size',
    'zoom-in': 'Zoom in',
    'zoom-out': 'Zoom out',
    'full-screen': 'Full screen',
    minimize: 'Minimise',
    zoom: 'Zoom',
  },
  tray: {
    open: 'Open Claims Desk',
    'new-claim': 'New claim',
    claims: 'Claims',
    pause: 'Pause sending',
    resume: 'Resume sending',
    quit: 'Quit',
    unknown: 'Open Claims Desk to see what is waiting.',
  },
  environment: {
    practice: 'Practice: nothing reaches the insurer',
    sandbox: 'Sandbox',
    live: 'Live',
  } satisfies Record<Environment, string>,
  'not-received': 'Nothing waits. | 1 item is not yet received. | {n} items are not yet received.',
  paused: 'Sending is paused.',
  /** Notifications: only numbers, since they are also shown on locked screens. */
  notices: {
    keyRefused: 'The insurer does not accept the key',
    filesHeld: 'Photos and PDFs of claims are not uploaded',
    decided: 'The insurer changed the status of 1 claim | The insurer changed the status of {n} claims',
  },
  'no-tray': {
    message: 'Claims Desk keeps running',
    detail:
      'It continues to send in the background, without an icon on this desktop. Start it again to see it.',
  },
  'open-link': {
    question: 'Open this address at {host} in your browser?',
    open: 'Open in browser',
  },
  address: {
    claims: {
      question: 'Send claims and the merchant’s key to “{to}”?',
      first: 'This computer has no usable key for {environment}.',
      other: 'Until now they went to {from} ({environment}). Waiting claims go to the new address.',
      detail:
        'Only head office decides this. If you did not change it just now, select Cancel and tell head office.',
    },
    files: {
      question: 'Send the files of claims to “{to}”?',
      first: 'This computer has no usable access key for {environment}.',
      other: 'Until now they went to {from} ({environment}). Waiting files go to the new store.',
      detail:
        'Customers’ photos and reports go there. If you did not change it just now, select Cancel and tell head office.',
      'with-links': '{at} (their links: {links})',
    },
    link: {
      question: 'Send this link to the insurer in place of a paper: “{to}”?',
      first: 'No link was set before.',
      other: 'Until now it was {from}.',
      detail:
        'It goes with claims and is kept with them. If you did not change it just now, select Cancel and tell head office.',
      allow: 'Send this link',
    },
    allow: 'Send them there',
    'feed-question': 'Download updates from “{to}”?',
    'feed-detail':
      'Only updates signed by the maker are installed. If you did not change it just now, select Cancel and tell head office.',
    'feed-allow': 'Download from there',
  },
  'save-backup': 'Save backup',
  'open-backup': 'Select a backup',
  'backup-files': 'Backups of Claims Desk',
  'import-backup': {
    question: 'Import the backup of computer {number}?',
    written: 'Made: {when}, as the file says.',
    open: 'Not yet received: {claims}, {requests}. With {drafts}, {files}.',
    claims: 'no claim | 1 claim | {n} claims',
    requests: 'no pharmacy request | 1 pharmacy request | {n} pharmacy requests',
    drafts: 'no drafts | 1 draft | {n} drafts',
    files: 'no photo or PDF | 1 photo or PDF, {size} | {n} photos and PDFs, {size}',
    copy: 'Nothing is sent automatically. Claims are checked first; an officer decides the rest, at:',
    trust: 'The passphrase does not prove who made it. Import it only if you know the source.',
    import: 'Import',
  },
  /** Before what a manager does to somebody else, or to what cannot come back. */
  asks: {
    'add-officer': {
      question: 'Add {name} as an officer?',
      detail:
        'Anyone who knows the PIN that you typed can sign in as {name}, until {name} has entered another.',
      allow: 'Add',
    },
    'add-manager': {
      question: 'Add {name} as a manager?',
      detail:
        'Managers manage officers, settings and the key, see everyone’s claims, and can delete customers’ data. Anyone who knows the PIN that you typed can sign in as {name}, until {name} has entered another.',
      allow: 'Add',
    },
    reset: {
      question: 'Give {name} a new PIN?',
      detail:
        'The present PIN ends. Anyone who knows the new one can sign in as {name} and read their drafts, until {name} has entered another.',
      allow: 'Give the new PIN',
    },
    promote: {
      question: 'Make {name} a manager?',
      detail:
        'Managers manage officers, settings and the key, see everyone’s claims, and can delete customers’ data.',
      allow: 'Make manager',
    },
    demote: {
      question: 'Make {name} an officer?',
      detail: 'They keep their claims and drafts, but cannot change officers, settings or the key.',
      allow: 'Make officer',
    },
    remove: {
      question: 'Remove {name} from this computer?',
      detail:
        'They can no longer sign in. Their claims are still sent. Their drafts become the office’s: only managers see them. To come back, they have to be added again.',
      allow: 'Remove',
    },
    'passphrase-first': {
      question: 'Write scheduled backups under this passphrase?',
      detail:
        'They hold the drafts of every officer. Anyone who has a backup and this passphrase can read them.',
      allow: 'Set it',
    },
    'passphrase-another': {
      question: 'Replace the passphrase of scheduled backups?',
      detail:
        'Later backups open with the new passphrase alone, and they hold the drafts of every officer. Who must open them has to know it.',
      allow: 'Replace',
    },
    forget: {
      question: 'Delete everything about policy {policy}?',
      detail:
        'It is deleted from this computer for good, in every environment. The insurer still has its claims: updating a list brings them back. Uploaded files are deleted too, where allowed: the insurer’s links to them stop opening.',
      allow: 'Delete',
    },
    'clear-practice': {
      question: 'Delete practice data?',
      detail: 'All made-up claims and drafts are deleted for good. Nothing else is changed.',
      allow: 'Delete practice data',
    },
    retention: {
      question:
        'Delete received claims and requests after 1 day? | Delete received claims and requests after {n} days?',
      detail:
        'What was received or discarded, and is older, is deleted from this computer for good, starting today.',
      allow: 'Delete them',
    },
    'key-replace': {
      question: 'Replace the merchant’s key?',
      detail: 'The present key is forgotten here. Nothing is sent if the new one is wrong.',
      allow: 'Replace',
    },
    'key-clear': {
      question: 'Remove the key from this computer?',
      detail: 'Nothing is sent until you enter a key again. Waiting claims stay here.',
      allow: 'Remove key',
    },
    'store-key-replace': {
      question: 'Replace the access key of the file store?',
      detail: 'The present one is forgotten here. Photos and PDFs wait if the new one is wrong.',
      allow: 'Replace',
    },
    'store-clear': {
      question: 'Remove the file store?',
      detail:
        'The access key is forgotten. Waiting claims need a store or links. Files in the store stay there.',
      allow: 'Remove',
    },
    'store-key-clear': {
      question: 'Remove the access key of the file store?',
      detail: 'The access key is forgotten. Waiting claims need it again. Files in the store stay there.',
      allow: 'Remove',
    },
  },
  'save-log': 'Save the log for support',
  'set-up': enSetUp,
  'remove-data': enRemoveData,
  'support-report': enSupportReport,
  'save-report': 'Save the report for support',
  'save-paper': 'Save as PDF',
  'save-day': 'Save the day report as CSV',
  'save-list': 'Save the list of claims as CSV',
  /** The tables that are saved. */
  table: {
    head: {
      day: 'Day',
      environment: 'Environment',
      officer: 'Officer',
      product: 'Product',
      policy: 'Policy number',
      customer: 'Customer',
      reference: 'Reference',
      incident: 'Date of the incident',
      place: 'Place of the incident',
      amount: 'Estimate (NGN)',
      state: 'Status',
      time: 'Time',
      submitted: 'Submitted',
      wrong: 'Marked wrong (NGN)',
    },
    'no-officer': 'No officer',
    'unknown-officer': 'An officer who has left',
    environments: { practice: 'Practice', sandbox: 'Sandbox', live: 'Live' } satisfies Record<
      Environment,
      string
    >,
  },
  'quit-question': {
    detail: 'Nothing is lost. In the background, sending continues; if you quit, at the next start.',
    'keep-running': 'Keep running in the background',
    quit: 'Quit anyway',
  },
} as const
