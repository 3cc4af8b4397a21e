import type { DayReport } from '#shared/day-report.ts'
import type { Failure } from '#shared/failure.ts'
import type { RequestArgument, RequestValue } from '#shared/contract/calls.ts'
import { today } from '#shared/domain/calendar-date.ts'
import { statusesOf } from '#shared/domain/practice-statuses.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { dayBounds, claimsOfDay, daySums } from '#main/office/reports/day-report/day-sums.ts'
import { dayCsv, listCsv } from '#main/office/reports/list-csv.ts'
import type { EnvironmentServices } from '#main/office/environment/environment.ts'
import { say } from '#main/platform/texts/texts.ts'
import { writeDurably } from '#main/platform/durable-file.ts'
import { refuseWhileBusy } from '#main/platform/refuse-while-busy.ts'
import { summarised } from '#main/outbox/shown-entry.ts'
import { visibleDrafts } from './drafts.ts'
import type { HandlersOf, RequestHandlers } from './register.ts'
import type { Workspace } from '#main/office/environment/workspace.ts'
import type { OfficerSession } from '#main/office/officers/officer-session.ts'
import type { Audience } from '#main/outbox/audience.ts'
import { supportReport, type ReportSource } from '#main/office/reports/support/support-report.ts'

export type PaperSize = 'A4' | 'A5'

type Paper = RequestArgument<'paper:save-pdf'>
type Saved = RequestValue<'paper:save-pdf'>

/** The size of each kind of paper: slips are handed to customers, sheets are signed and filed. */
const sizes: Readonly<Record<Paper['paper'], PaperSize>> = {
  'customer-slip': 'A5',
  'correction-note': 'A5',
  'pharmacy-slip': 'A5',
  'day-report': 'A4',
  'claims-list': 'A4',
}

/** Asks the officer where to save a file of this name; null when cancelled. */
export type ChooseFile = (name: string, title: string) => Promise<string | null>

export interface PaperHandlersOptions {
  readonly workspace: Workspace
  readonly audience: Audience
  readonly officers: OfficerSession
  /** What the window would print, as a PDF; null while there is no window. */
  readonly printPage: (size: PaperSize) => Promise<Uint8Array | null>
  /** Prints it on paper; the system asks how. False where that fails, but not when cancelled. */
  readonly sendToPrinter: () => Promise<boolean>
  readonly chooseFile: ChooseFile
}

/** Handles what leaves the application on paper or as a table: slips, a day and the list of claims. */
export function createPaperHandlers({
  workspace,
  audience,
  officers,
  printPage,
  sendToPrinter,
  chooseFile,
}: PaperHandlersOptions): HandlersOf<'paper' | 'day'> & Pick<RequestHandlers, 'claims:save-csv'> {
  const onlyOne = refuseWhileBusy()

  /** Creates the content before asking where to save it, so that it matches the screen at the time of the request. */
  const save = (
    name: string,
    title: string,
    make: () => Promise<Result<string | Uint8Array, Failure>> | Result<string | Uint8Array, Failure>,
  ): Promise<Result<Saved, Failure>> =>
    onlyOne<Saved>(async () => {
      const officer = audience.officerId()
      const made = await make()
      if (!made.ok) return made
      const file = await chooseFile(name, title)
      if (file === null) return ok({ savedAs: null })
      // The officer who was asked may have signed out while the dialog was open.
      if (officers.isLocked() || audience.officerId() !== officer) return err({ type: 'signed-out' })
      const written = await writeDurably(file, made.value)
      return written.ok ? ok({ savedAs: file }) : written
    })

  function report(day: string, services: EnvironmentServices): DayReport {
    const now = new Date()
    const bounds = dayBounds(day, now)
    const { entries, unreadable } = services.outbox.ofDay(bounds)
    const visible = entries
      .filter(({ officerId }) => audience.seesEntryOf(officerId))
      .map((kept) => ({
        entry: summarised(services, audience, kept),
        officerId: kept.officerId,
      }))
    const drafts = visibleDrafts(services, audience)
    const sums = daySums(visible, drafts, {
      day,
      bounds,
      takenAt: now.toISOString(),
      unreadable,
      nameOf: (id) => audience.nameOf(id) ?? say(id === null ? 'table.no-officer' : 'table.unknown-officer'),
    })
    return {
      ...sums,
      claims: claimsOfDay(visible, bounds),
      drafts: drafts.filter(({ draft }) => draft.rejection === null && draft.createdAt < bounds.openBefore)
        .length,
    }
  }

  const statusNames = () => statusesOf(workspace.environment.name, workspace.settings).names

  return {
    'paper:print': async () => ((await sendToPrinter()) ? ok(null) : err({ type: 'not-printed' })),
    'paper:save-pdf': (paper) =>
      save(nameOf(paper), say('save-paper'), async () => {
        const printed = await printPage(sizes[paper.paper])
        return printed === null ? err({ type: 'not-possible-now' }) : ok(printed)
      }),
    'day:report': ({ day }) => workspace.using((services) => ok(report(day, services))),
    'day:save-csv': ({ day }) =>
      save(`day-report-${day}.csv`, say('save-day'), () =>
        workspace.using((services) =>
          ok(dayCsv(report(day, services), workspace.environment.name, statusNames())),
        ),
      ),
    'claims:save-csv': (question) =>
      save(`claims-${today()}.csv`, say('save-list'), () =>
        workspace.using(async (services) => {
          const { rows } = await services.claimTable.findPaired(question)
          return ok(await listCsv(rows, { services, audience, statusNames: statusNames() }))
        }),
      ),
  }
}

/** Anyone with access to the disk can see file names, so they contain nothing personal. */
function nameOf(paper: Paper): string {
  switch (paper.paper) {
    case 'customer-slip':
      return `claim-slip-${paper.reference}.pdf`
    case 'correction-note':
      return `correction-${paper.reference}.pdf`
    case 'pharmacy-slip':
      return 'pharmacy.pdf'
    case 'day-report':
      return `day-report-${paper.day}.pdf`
    case 'claims-list':
      return `claims-${today()}.pdf`
  }
}

/** Handles the page's calls about the support report: its text, and saving what was shown. */
export function createSupportHandlers(source: ReportSource, chooseFile: ChooseFile): HandlersOf<'support'> {
  const onlyOne = refuseWhileBusy()
  let shown: string | null = null

  return {
    'support:report': async () => {
      const report = await supportReport(source, { isForHeadOffice: false })
      shown = `${JSON.stringify(report, null, 2)}\n`
      return ok({ text: shown })
    },
    'support:save-report': async () => {
      // Save exactly what the officer has read, whatever happened since.
      const read = shown
      if (read === null) return err({ type: 'not-possible-now' })
      return await onlyOne<Saved>(async () => {
        const file = await chooseFile('claims-desk-report.json', say('save-report'))
        if (file === null) return ok({ savedAs: null })
        const written = await writeDurably(file, read)
        return written.ok ? ok({ savedAs: file }) : written
      })
    },
  }
}
