import type { Page } from 'playwright-core'
import { requestChannels } from '#shared/contract/calls.ts'
import { validArguments } from '#testing/requests/valid-arguments.ts'

/** These take the key, the environment or the bridge away, so they come last. */
const last = ['settings:change', 'officers:add']
/**
 * They would replace the key, reload the page or wait for a system dialog, as main's questions. A call that waits for
 * one and is missing here makes `connection.spec.ts` run out of time.
 */
export const channelsNotAsked: ReadonlySet<string> = new Set([
  'environment:connect',
  'key:set',
  'officers:leave',
  'support:save-report',
  'paper:print',
  'paper:save-pdf',
  'day:save-csv',
  'claims:save-csv',
  'backup:write',
  'backup:choose',
  'office:backup-passphrase',
  'privacy:forget-policy',
  'privacy:clear-practice',
  'key:clear',
  'file-store:clear',
  'set-up:choose',
])

/** Asks every channel with arguments it takes, as the page could, and answers all that came back, as text. */
export async function everythingMainAnswers(page: Page): Promise<Readonly<Record<string, string>>> {
  const order = [...requestChannels].sort((a, b) => last.indexOf(a) - last.indexOf(b))
  const calls = order
    .filter((channel) => !channelsNotAsked.has(channel))
    .flatMap((channel) => validArguments(channel).map((argument) => ({ channel, argument })))
  return await page.evaluate(async (asked) => {
    const request: unknown = Reflect.get(window.bridge, 'request')
    if (typeof request !== 'function') throw new Error('There is no bridge.')
    const answers: Record<string, string> = {}
    for (const { channel, argument } of asked) {
      const input = argument === undefined ? [] : [argument]
      const answer: unknown = await Reflect.apply(request, window.bridge, [channel, ...input])
      answers[channel] = `${answers[channel] ?? ''}${JSON.stringify(answer)}`
    }
    return answers
  }, calls)
}

/** All that a script in the page can find without asking: the document, what is on `window`, and every store. */
export async function everythingInThePage(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const found: unknown[] = [document.documentElement.outerHTML, document.cookie, location.href]
    found.push(
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      performance.getEntries().map(({ name }) => name),
    )
    for (const name of Object.getOwnPropertyNames(window)) {
      const value: unknown = Reflect.get(window, name)
      if (typeof value === 'string') found.push(value)
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(new Error('It does not open.'))
      })
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const reading: IDBRequest<unknown[]> = database.transaction(store).objectStore(store).getAll()
          reading.onsuccess = () => resolve(reading.result)
          reading.onerror = () => reject(new Error('It is not read.'))
        })
        found.push(rows)
      }
      database.close()
    }
    return JSON.stringify(found, (_key, value: unknown) =>
      value instanceof Uint8Array ? String.fromCharCode(...value.slice(0, 20_000)) : value,
    )
  })
}

/** What the bridge does with a channel that is none, and with what cannot be cloned. */
export async function callsOutsideTheContract(page: Page): Promise<readonly string[]> {
  return await page.evaluate(async () => {
    const request: unknown = Reflect.get(window.bridge, 'request')
    if (typeof request !== 'function') throw new Error('There is no bridge.')
    const calls: readonly (readonly unknown[])[] = [
      ['ELECTRON_BROWSER_REQUIRE', 'fs'],
      ['GUEST_VIEW_MANAGER_CALL'],
      ['__proto__'],
      ['constructor'],
      [{ toString: () => 'app:status' }],
      ['app:status', () => 1],
      ['app:status', Symbol('x')],
      ['app:status', new Proxy({}, {})],
    ]
    const answered: string[] = []
    for (const call of calls) {
      await Promise.resolve()
        .then((): unknown => Reflect.apply(request, window.bridge, call))
        .then(
          (answer) => answered.push(JSON.stringify(answer)),
          () => undefined,
        )
    }
    return answered
  })
}
