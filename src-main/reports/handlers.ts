import type { DayBars, DayReport } from '#shared/close-of-day.ts'
import type { Failure } from '#shared/failure.ts'
import type { RequestArgument } from '#shared/contract/calls.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { dayBounds } from './close-of-day/day-bounds.ts'
import { dayCsv } from './close-of-day/day-csv.ts'
import { dayReport } from './close-of-day/day-report.ts'
import { dayBarsOf, twoWeeksUntil } from './close-of-day/two-weeks.ts'
import type { Workspace } from '../environment/workspace.ts'
import type { Audience } from '../officers/audience.ts'
import { say } from '../texts/texts.ts'
import { writeDurably } from '../platform/durable-file.ts'
import { refuseWhileBusy } from '../platform/refuse-while-busy.ts'
import { draftsToCorrect } from '../drafts/handlers.ts'
import type { RequestHandlers } from '../ipc/register.ts'

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

/** Slips are handed to customers; sheets are signed. */
const sizes: Readonly<Record<Paper['paper'], PaperSize>> = {
  'customer-slip': 'A5',
  'pharmacy-slip': 'A5',
  'close-of-day': 'A4',
}

/** Handles what leaves the application on paper: the day's sums, and saving slips and sums as files. */
export function createPaperHandlers(
  options: PaperOptions,
): Pick<RequestHandlers, 'paper:print' | 'paper:save-pdf' | 'day:report' | 'day:save-csv' | 'day:two-weeks'> {
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
    const visible = entries.filter(({ officerId }) => audience.seesEntryOf(officerId))
    const { uploads } = services.value
    const { claimRows } = services.value.outbox
    return ok(
      dayReport(visible, draftsToCorrect(services.value, audience), {
        day,
        bounds,
        takenAt: now.toISOString(),
        unreadable,
        hasSurplus: (id) => claimRows.duplicatesOf(id).length > 0,
        filesOf: (entry) => uploads.filesOf(entry),
        nameOf: (id) => audience.nameOf(id),
      }),
    )
  }

  function twoWeeks(day: string): Result<readonly DayBars[], Failure> {
    const services = workspace.services()
    if (!services.ok) return services
    const now = new Date()
    const calendar = twoWeeksUntil(day)
    const entries = services.value.outbox
      .momentsSince(dayBounds(calendar[0] ?? day, now).from)
      .filter(({ officerId }) => audience.seesEntryOf(officerId))
    const drafts = draftsToCorrect(services.value, audience)
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
      save(`close-of-day-${day}.csv`, say('save-day'), () => {
        const made = report(day)
        return Promise.resolve(made.ok ? ok(dayCsv(made.value, workspace.environment.name)) : made)
      }),
  }
}

/** Anyone with access to the disk can see file names, so they contain nothing personal. */
function nameOf(paper: Paper): string {
  switch (paper.paper) {
    case 'customer-slip':
      return `claim-slip-${paper.reference}.pdf`
    case 'pharmacy-slip':
      return 'pharmacy.pdf'
    case 'close-of-day':
      return `close-of-day-${paper.day}.pdf`
  }
}
