import type { Page } from 'playwright-core'
import * as v from 'valibot'

const EventSchema = v.object({
  name: v.string(),
  pid: v.number(),
  tid: v.number(),
  /** Processor time of the thread, in microseconds. */
  tdur: v.optional(v.number()),
  args: v.optional(v.looseObject({ name: v.optional(v.string()) })),
})
type TraceEvent = v.InferOutput<typeof EventSchema>

const categories = ['toplevel', '__metadata']

/**
 * Traces what a page does meanwhile.
 *
 * @returns processor time of each task of the pages' main threads, in ms, the longest first. Unlike the time on the clock
 *   it leaves out what other programs did on the same cores.
 */
export async function tasksOf(page: Page, work: () => Promise<unknown>): Promise<readonly number[]> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const one of value) {
      const event = v.safeParse(EventSchema, one)
      if (event.success) events.push(event.output)
    }
  })
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories },
  })
  await work()
  // A task is written down when it is over: the one that answered last may not be yet.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`
  const pages = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  )
  return events
    .filter((event) => event.name === 'ThreadControllerImpl::RunTask' && pages.has(threadOf(event)))
    .flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1000]))
    .sort((one, other) => other - one)
}
