import type { DayColumn, DayProduct } from '#shared/close-of-day.ts'
import type { AttachmentField } from '#shared/domain/attachment.ts'
import type { Environment } from '#shared/domain/product.ts'
import { enNotices } from './en-notices.ts'
import { enSetUp } from './en-set-up.ts'
import { enSupport } from './en-support.ts'

/** Main's part of the catalogue: tray, menu, questions, and the files it writes. Numbers and forms as in the page's. */
export const enMain = {
  cancel: 'Cancel',
  'start-failed': {
    message: 'Claims Desk could not start',
    detail:
      'Nothing is lost. Start it again. If this comes back, restart the computer and tell whoever looks after it.',
  },
  'not-writable': {
    message: 'Claims Desk cannot write to its folder',
    detail: 'Ask IT support to allow it, then start Claims Desk again. Nothing is lost.\n\n{folder}',
    close: 'Close',
  },
  'data-folder': {
    message: 'Claims Desk cannot keep its data in the folder that was named',
    relative:
      'The folder named by --data-dir or CLAIMS_DESK_DATA_DIR has to be a whole path, such as /srv/claims-desk or D:\\Claims Desk. Nothing was opened or changed.',
    root: 'The folder named by --data-dir or CLAIMS_DESK_DATA_DIR is a whole disk. Name a folder of its own on it. Nothing was opened or changed.',
    network:
      'The folder named by --data-dir or CLAIMS_DESK_DATA_DIR lies on another computer. What is written there could be lost, so it has to be a disk of this computer. Nothing was opened or changed.',
    'not-a-folder':
      'What is named by --data-dir or CLAIMS_DESK_DATA_DIR is a file, not a folder. Nothing was opened or changed.',
  },
  'second-start': {
    shown: 'Claims Desk is running already: its window comes to the front.',
  },
  menu: {
    app: 'Claims Desk',
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
    outbox: 'Outbox ({n} waiting)',
    pause: 'Pause sending',
    resume: 'Resume sending',
    quit: 'Quit',
  },
  environment: {
    practice: 'Practice: nothing reaches the insurer',
    sandbox: 'Sandbox',
    live: 'Live',
  } satisfies Record<Environment, string>,
  waits: 'Nothing is waiting to be sent. | 1 item waits to be sent. | {n} items wait to be sent.',
  'awaits-files':
    '1 claim waits until its files are uploaded. | {n} claims wait until their files are uploaded.',
  'needs-officer': '1 item needs you to decide. | {n} items need you to decide.',
  paused: 'Sending is paused.',
  notices: enNotices,
  'open-link': {
    question: 'Open this address at {host} in your browser?',
    open: 'Open in browser',
    'not-public': 'The address at {host} was not opened',
    'not-public-detail':
      'It does not lead to the internet but to this computer or to another device in the office’s own network. Evidence of a claim never lies there.\n\n{address}',
    close: 'Close',
  },
  address: {
    claims: {
      question: 'Send claims and the merchant’s key to {to}?',
      first: 'This computer has no key for {environment} that it could use.',
      other: 'Until now, {environment} sent them to {from}. What waits goes to the new address.',
      detail:
        'Only head office decides where claims go. If you did not change the address yourself just now, choose Cancel and tell head office.',
    },
    files: {
      question: 'Send the files of claims to {to}?',
      first: 'This computer has no access key for a file store of {environment} that it could use.',
      other: 'Until now, {environment} sent them to {from}. What waits goes to the new store.',
      detail:
        'Photos and reports of customers go there. Only head office decides where that is. If you did not change the file store yourself just now, choose Cancel and tell head office.',
    },
    allow: 'Send them there',
    'feed-question': 'Fetch updates from {to}?',
    'feed-detail':
      'Only programs that the maker signed are installed, wherever they come from. If you did not change the address yourself just now, choose Cancel and tell head office.',
    'feed-allow': 'Fetch them there',
  },
  'save-backup': 'Save the backup',
  'open-backup': 'Choose a backup',
  'choose-folder': 'Select a folder',
  'backup-files': 'Backups of Claims Desk',
  'release-backup': {
    question: 'Release what computer {number} wrote?',
    written: 'Written: {when}, as the file says.',
    open: 'Not received by the insurer yet: {claims}, {requests}. With it: {files}.',
    claims: 'no claim | 1 claim | {n} claims',
    requests: 'no pharmacy request | 1 pharmacy request | {n} pharmacy requests',
    files: 'no photo or PDF | 1 photo or PDF, {size} | {n} photos and PDFs, {size}',
    move: 'They are sent from this computer, by themselves, to:',
    copy: 'Nothing of it is sent by itself. Claims are looked for first, and an officer decides about the rest, at:',
    trust:
      'A backup proves that its writer knew the passphrase, not which computer wrote it. Release it only if you know where this file comes from.',
    release: 'Release',
    wait: 'Not now',
  },
  'save-log': 'Save the log for support',
  'set-up': enSetUp,
  support: enSupport,
  'save-paper': 'Save as PDF',
  'save-day': 'Save the day as a table (CSV)',
  'close-of-day': {
    day: 'Day',
    environment: 'Environment',
    officer: 'Officer',
    product: 'Product',
    'no-officer': 'No officer',
    'unknown-officer': 'An officer who has left',
    environments: { practice: 'Practice', sandbox: 'Sandbox', live: 'Live' } satisfies Record<
      Environment,
      string
    >,
    products: {
      keke: 'Keke claim',
      okada: 'Okada claim',
      'pharmacy-request': 'Pharmacy request',
    } satisfies Record<DayProduct, string>,
    columns: {
      captured: 'Submitted',
      received: 'Received',
      waiting: 'Waiting',
      unconfirmed: 'Confirming delivery',
      'to-correct': 'To correct',
      'needs-someone': 'Needs your decision',
    } satisfies Record<DayColumn, string>,
    amount: '{column} (NGN)',
  },
  attachments: {
    'save-pack': 'Save the photos and PDFs as a pack, not encrypted',
    columns: {
      file: 'File',
      shows: 'Shows',
      name: 'Original name',
      size: 'Size in bytes',
      link: 'Link',
    },
    shows: {
      incidentPictureUrl: 'Picture of the incident',
      medicalReportUrl: 'Medical report',
      deathCertificateUrl: 'Death certificate',
      originalPolicyCertificateUrl: 'Original policy certificate',
      other: 'Other',
    } satisfies Record<AttachmentField | 'other', string>,
  },
  'quit-question': {
    message:
      '1 item has not been received by the insurer yet. | {n} items have not been received by the insurer yet.',
    detail:
      'Nothing is lost: everything is saved on this computer. If Claims Desk keeps running in the background, it goes on sending by itself. If you quit, sending goes on when you start it again.',
    files:
      '1 claim waits until its files are uploaded. They are uploaded only while Claims Desk is running. | {n} claims wait until their files are uploaded. They are uploaded only while Claims Desk is running.',
    'keep-running': 'Keep running in the background',
    quit: 'Quit anyway',
  },
} as const
