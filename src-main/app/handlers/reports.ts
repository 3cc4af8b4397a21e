import type { DayBars, DayReport } from '#shared/day-report.ts'
import type { Failure } from '#shared/failure.ts'
import type { RequestArgument } from '#shared/contract/calls.ts'
import { today } from '#shared/domain/calendar-date.ts'
import { statusesOf } from '#shared/domain/practice-statuses.ts'
import { err, ok, type Result } from '#shared/result.ts'
import {
  dayBounds,
  claimsOfDay,
  daySums,
  dayBarsOf,
  twoWeeksUntil,
} from '#main/office/reports/day-report/day-sums.ts'
import { dayCsv, listCsv } from '#main/office/reports/list-csv.ts'
import type { Workspace } from '#main/office/environment/workspace.ts'
import type { Audience } from '#main/outbox/audience.ts'
import { say } from '#main/platform/texts/texts.ts'
import { writeDurably } from '#main/platform/durable-file.ts'
import { refuseWhileBusy } from '#main/platform/refuse-while-busy.ts'
import { summarised } from '#main/outbox/shown-entry.ts'
import { visibleDrafts } from './drafts.ts'
import type { HandlersOf, RequestHandlers } from './register.ts'

export type PaperSize = 'A4' | 'A5'

export interface PaperOptions {
  readonly workspace: Workspace
  readonly audience: Audience
  /** Whether the application is locked. */
  readonly isLocked: () => boolean
  /** The window's print view as a PDF; null while there is no window. */
  readonly printPage: (size: PaperSize) => Promise<Uint8Array | null>
  /** Asks the officer how to print that view; false where it fails, but not when cancelled. */
  readonly sendToPrinter: () => Promise<boolean>
  /** Asks the officer where to save a file with this name; null when cancelled. */
  readonly chooseFile: (name: string, title: string) => Promise<string | null>
}

type Paper = RequestArgument<'paper:save-pdf'>

/** Slips are handed to customers; sheets are signed and filed. */
const sizes: Readonly<Record<Paper['paper'], PaperSize>> = {
  'customer-slip': 'A5',
  'correction-note': 'A5',
  'pharmacy-slip': 'A5',
  'day-report': 'A4',
  'claims-list': 'A4',
}

/** Handles what leaves the application on paper or as a table: slips, a day and the list of claims. */
export function createPaperHandlers(
  options: PaperOptions,
): HandlersOf<'paper' | 'day'> & Pick<RequestHandlers, 'claims:save-csv'> {
  const { workspace, audience, isLocked, printPage } = options
  const onlyOne = refuseWhileBusy()

  /** Creates the content before asking where to save it, so that it matches the screen at the time of the request. */
  const save = (
    name: string,
    title: string,
    make: () => Promise<Result<string | Uint8Array, Failure>>,
  ): Promise<Result<{ readonly saved: boolean }, Failure>> =>
    onlyOne<{ readonly saved: boolean }>(async () => {
      const officer = audience.officerId()
      const made = await make()
      if (!made.ok) return made
      const file = await options.chooseFile(name, title)
      if (file === null) return ok({ saved: false })
      // The officer who was asked may have signed out while the dialog was open.
      if (isLocked() || audience.officerId() !== officer) return err({ type: 'signed-out' })
      const written = await writeDurably(file, made.value)
      return written.ok ? ok({ saved: true }) : written
    })

  function report(day: string): Result<DayReport, Failure> {
    const services = workspace.services()
    if (!services.ok) return services
    const now = new Date()
    const bounds = dayBounds(day, now)
    const { entries, unreadable } = services.value.outbox.ofDay(bounds)
    const visible = entries
      .filter(({ officerId }) => audience.seesEntryOf(officerId))
      .map((kept) => ({
        entry: summarised(services.value, audience, kept),
        officerId: kept.officerId,
      }))
    const drafts = visibleDrafts(services.value, audience)
    const sums = daySums(visible, drafts, {
      day,
      bounds,
      takenAt: now.toISOString(),
      unreadable,
      nameOf: (id) => audience.nameOf(id) ?? say(id === null ? 'table.no-officer' : 'table.unknown-officer'),
    })
    return ok({
      ...sums,
      claims: claimsOfDay(visible, bounds),
      drafts: drafts.filter(({ draft }) => draft.rejection === null && draft.createdAt < bounds.openBefore)
        .length,
    })
  }

  function twoWeeks(day: string): Result<readonly DayBars[], Failure> {
    const services = workspace.services()
    if (!services.ok) return services
    const now = new Date()
    const calendar = twoWeeksUntil(day)
    const entries = services.value.outbox
      .momentsSince(dayBounds(calendar[0] ?? day, now).from)
      .filter(({ officerId }) => audience.seesEntryOf(officerId))
    const drafts = visibleDrafts(services.value, audience)
    const captured = drafts.flatMap(({ draft }) => draft.rejection?.capturedAt ?? [])
    return ok(dayBarsOf(calendar, entries, captured, now))
  }

  return {
    'paper:print': async () => ((await options.sendToPrinter()) ? ok(null) : err({ type: 'not-printed' })),
    'paper:save-pdf': (paper) =>
      save(nameOf(paper), say('save-paper'), async () => {
        const printed = await printPage(sizes[paper.paper])
        return printed === null ? err({ type: 'not-possible-now' }) : ok(printed)
      }),
    'day:report': ({ day }) => report(day),
    'day:two-weeks': ({ day }) => twoWeeks(day),
    'day:save-csv': ({ day }) =>
      save(`day-report-${day}.csv`, say('save-day'), () => {
        const made = report(day)
        const { names: statusNames } = statusesOf(workspace.environment.name, workspace.settings)
        return Promise.resolve(
          made.ok ? ok(dayCsv(made.value, workspace.environment.name, statusNames)) : made,
        )
      }),
    'claims:save-csv': (question) =>
      save(`claims-${today()}.csv`, say('save-list'), async () => {
        const services = workspace.services()
        if (!services.ok) return services
        const { rows } = await services.value.claimTable.find(question)
        const { names: statusNames } = statusesOf(workspace.environment.name, workspace.settings)
        return ok(await listCsv(rows, { services: services.value, audience, statusNames }))
      }),
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
