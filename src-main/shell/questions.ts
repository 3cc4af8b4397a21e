import type { RemoteEnvironment, Environment } from '#shared/domain/product.ts'
import type { BackupContents } from '#shared/contract/backup.ts'
import { say, sayMoment, saySize } from '#main/platform/texts/texts.ts'
import { askToAllow, type Dialogs, type Permission } from './dialogs.ts'

/** An address that nothing was sent to yet from this environment, one for updates, or a link that goes with claims. */
export interface AddressQuestion {
  readonly environment: RemoteEnvironment | 'updates' | 'link'
  /** It is a store that files go to, by everything of it that is part of an address; otherwise the insurer's address. */
  readonly isFileStore?: boolean
  /** What was in use before; null where there is none. */
  readonly from: string | null
  readonly to: string
}

/**
 * Asks with the system's own message box, which no page can answer, whether an environment may send to a new address,
 * updates be fetched from one, or a link go with claims.
 */
export function createAddressQuestion(
  dialogs: Pick<Dialogs, 'ask'>,
): (question: AddressQuestion) => Promise<boolean> {
  return (question) => askToAllow(dialogs, permissionFor(question))
}

function permissionFor({ environment: name, isFileStore = false, from, to }: AddressQuestion): Permission {
  if (name === 'updates') {
    return warning(
      say('address.feed-question', { to }),
      say('address.feed-detail'),
      say('address.feed-allow'),
    )
  }
  if (name === 'link') {
    const before = from === null ? say('address.link.first') : say('address.link.other', { from })
    return warning(
      say('address.link.question', { to }),
      `${before}\n\n${say('address.link.detail')}`,
      say('address.link.allow'),
    )
  }
  const sent = isFileStore ? 'files' : 'claims'
  const environment = say(`environment.${name}`)
  const before =
    from === null
      ? say(`address.${sent}.first`, { environment })
      : say(`address.${sent}.other`, { environment, from })
  return warning(
    say(`address.${sent}.question`, { to }),
    `${before}\n\n${say(`address.${sent}.detail`)}`,
    say('address.allow'),
  )
}

function warning(message: string, detail: string, allow: string): Permission {
  return { type: 'warning', message, detail, allow }
}

/** What an import would do. */
interface ImportWish extends Pick<BackupContents, 'from' | 'createdAt' | 'open' | 'brings' | 'files'> {
  readonly environment: Environment
  /** The insurer's address; null for practice. */
  readonly address: string | null
  /** Links of the office's that would go with claims. */
  readonly links: readonly string[]
}

/** Whether what a backup holds is let in. It says what would be sent, and where. */
export function importQuestion(wish: ImportWish): Permission {
  const { from, createdAt, open, brings, files, environment, address, links } = wish
  const counts = {
    claims: say('import-backup.claims', { n: open.claims }),
    requests: say('import-backup.requests', { n: open.requests }),
    drafts: say('import-backup.drafts', { n: brings.drafts }),
    files: say('import-backup.files', { n: files.files, size: saySize(files.bytes) }),
  }
  const insurer = [say(`environment.${environment}`), address].filter((part) => part !== null)
  const detail = [
    `${say('import-backup.open', counts)} ${say('import-backup.copy')}`,
    insurer.join(', '),
    ...linesOfLinks(links),
    say('import-backup.written', { when: sayMoment(createdAt) }),
    say('import-backup.trust'),
  ].join('\n\n')
  return warning(say('import-backup.question', { number: from }), detail, say('import-backup.import'))
}

/** Where one of the insurer's environments has claims and files go. */
export interface WishedPlace {
  readonly environment: RemoteEnvironment
  readonly address: string
  /** The store of the claims' files with all of it that stands in an address; null for nowhere. */
  readonly fileStore: string | null
}

/** What main asks before a computer is set up: everything in the file that reaches an address. */
export interface SetUpWish {
  readonly places: readonly WishedPlace[]
  readonly branchName: string
  /** Null on a computer in use, which keeps its own. */
  readonly officers: number | null
  /** Links that stand for what does not apply. */
  readonly links: readonly string[]
  /** Where updates come from; null for nowhere. */
  readonly updateFeed: string | null
  /** Where status and backups go by themselves; null for nowhere. */
  readonly officeStore: string | null
}

export type SetUpDialogs = ReturnType<typeof createSetUpDialogs>

/**
 * The dialogs of a set-up, which no script in the page can answer.
 * @param dialogs those that a page can cause @param own after the person allowed it
 */
export function createSetUpDialogs(dialogs: Pick<Dialogs, 'ask' | 'open'>, own: Pick<Dialogs, 'ask'>) {
  return {
    choose: () =>
      dialogs.open({
        title: say('set-up.open'),
        filters: [{ name: say('set-up.files'), extensions: ['cdsetup'] }],
        properties: ['openFile'],
      }),
    ask: (wish: SetUpWish) =>
      askToAllow(dialogs, {
        type: 'question',
        message: say(wish.officers === null ? 'set-up.renew' : 'set-up.question'),
        detail: detailOf(wish),
        allow: say(wish.officers === null ? 'set-up.take' : 'set-up.allow'),
      }),
    /** Says that this computer is set up, and what of it does not work yet. */
    tell: (message: string) => own.ask({ type: 'info', message, detail: say('set-up.keep-file') }),
  }
}

function detailOf(wish: SetUpWish): string {
  const { places, branchName, officers, links, updateFeed, officeStore } = wish
  const lines = [
    ...places.flatMap(linesOf),
    branchName === '' ? null : say('set-up.branch', { name: branchName.replaceAll(/\s*\n\s*/g, ', ') }),
    officers === null ? say('set-up.keeps') : say('set-up.officers', { n: officers }),
    ...linesOfLinks(links),
    updateFeed === null ? null : say('set-up.updates', { address: updateFeed }),
    officeStore === null ? null : say('set-up.office-store', { address: officeStore }),
  ]
  return [lines.filter((line) => line !== null).join('\n'), say('set-up.trust')].join('\n\n')
}

function linesOfLinks(links: readonly string[]): readonly string[] {
  return links.length === 0 ? [] : [say('set-up.links', { links: links.join('\n') })]
}

function linesOf({ environment, address, fileStore }: WishedPlace): readonly (string | null)[] {
  const where = { environment: say(`environment.${environment}`) }
  return [
    say('set-up.insurer', { address, ...where }),
    fileStore === null ? null : say('set-up.file-store', { address: fileStore, ...where }),
  ]
}
