import type { DayColumn, DayProduct } from '#shared/close-of-day.ts'
import { commandLabels } from '#shared/commands.ts'
import type { EvidenceField } from '#shared/domain/evidence.ts'
import type { Environment } from '#shared/domain/product.ts'

/** Every text that main itself shows: tray, menu and questions. The page has its own catalogue. */
export const texts = {
  appName: 'Claims Desk',
  cancel: 'Cancel',
  notWritable: {
    message: 'The folder of Claims Desk cannot be written to',
    detail: (folder: string): string =>
      `Ask whoever looks after this computer to allow it, then start Claims Desk again. Nothing is lost.\n\n${folder}`,
    close: 'Close',
  },
  menu: {
    app: 'Claims Desk',
    edit: 'Edit',
    view: 'View',
    window: 'Window',
    go: 'Go',
    help: 'Help',
    commands: commandLabels,
  },
  tray: {
    open: 'Open Claims Desk',
    newClaim: 'New claim',
    outbox: (waiting: number): string => `Outbox (${waiting} waiting)`,
    pause: 'Pause sending',
    resume: 'Resume sending',
    quit: 'Quit',
  },
  environment: {
    practice: 'Practice: nothing reaches the insurer',
    sandbox: 'Sandbox',
    live: 'Live',
  } satisfies Record<Environment, string>,
  nothingWaits: 'Nothing is waiting to be sent.',
  waits: (count: number): string => `${items(count)} ${count === 1 ? 'waits' : 'wait'} to be sent.`,
  needsOfficer: (count: number): string => `${items(count)} ${count === 1 ? 'needs' : 'need'} you to decide.`,
  paused: 'Sending is paused.',
  openLink: {
    question: (host: string): string => `Open this address at ${host} in your browser?`,
    open: 'Open in browser',
    notPublic: (host: string): string => `The address at ${host} was not opened`,
    notPublicDetail: (address: string): string =>
      'It does not lead to the internet but to this computer or to another device in the office’s own network. ' +
      `Evidence of a claim never lies there.\n\n${address}`,
    close: 'Close',
  },
  saveBackup: 'Save the backup',
  openBackup: 'Choose a backup',
  backupFiles: 'Backups of Claims Desk',
  saveLog: 'Save the log for support',
  savePaper: 'Save as PDF',
  saveDay: 'Save the day as a table (CSV)',
  closeOfDay: {
    day: 'Day',
    environment: 'Environment',
    officer: 'Officer',
    product: 'Product',
    noOfficer: 'No officer',
    unknownOfficer: 'An officer who has left',
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
      captured: 'Captured',
      received: 'Received',
      waiting: 'Waiting',
      unconfirmed: 'Unconfirmed',
      'needs-someone': 'Needs someone',
    } satisfies Record<DayColumn, string>,
  },
  evidence: {
    savePack: 'Save the photos and PDFs as a pack, not sealed',
    shows: {
      incidentPictureUrl: 'Picture of the incident',
      medicalReportUrl: 'Medical report',
      deathCertificateUrl: 'Death certificate',
      originalPolicyCertificateUrl: 'Original policy certificate',
      other: 'Other',
    } satisfies Record<EvidenceField | 'other', string>,
  },
  quit: {
    question: (count: number): string =>
      `${items(count)} ${count === 1 ? 'has' : 'have'} not been received by the insurer yet.`,
    detail:
      'Nothing is lost: everything is saved on this computer. ' +
      'If Claims Desk keeps running in the background, it goes on sending by itself. ' +
      'If you quit, sending goes on when you start it again.',
    keepRunning: 'Keep running in the background',
    quitAnyway: 'Quit anyway',
  },
} as const

function items(count: number): string {
  return count === 1 ? '1 item' : `${count} items`
}
