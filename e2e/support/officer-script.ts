import type { ClaimFieldName } from '#shared/domain/claim.ts'
import type { DraftFields } from '#shared/domain/draft.ts'

/** One change of one field: what its control says afterwards. */
export interface Keystroke {
  readonly name: ClaimFieldName
  readonly text: string
  /** The officer looks at the screen until it says that this is saved. */
  readonly waits: boolean
}

/** One claim an officer works on: typed, then submitted or left as a draft. */
export interface OfficerTask {
  readonly number: number
  /** The name of the draft that is taken up again; null for a new claim. */
  readonly draft: string | null
  readonly keystrokes: readonly Keystroke[]
  readonly then: 'submit' | 'leave'
}

/** What the officer saw or did, reported at once as the page may be gone a moment later. */
export type OfficerNews =
  | {
      readonly type: 'opened'
      readonly number: number
      readonly reference: string
      readonly fields: DraftFields
    }
  | { readonly type: 'typing'; readonly number: number; readonly name: ClaimFieldName; readonly text: string }
  | { readonly type: 'saved'; readonly number: number }
  | { readonly type: 'submitting'; readonly number: number }
  | { readonly type: 'accepted'; readonly number: number; readonly reference: string }
  | { readonly type: 'left'; readonly number: number }

/** What stands in Claims, as far as it is from this computer. */
export interface ScreenContents {
  /** Claims that were submitted; their text has the reference. */
  readonly entries: readonly { readonly name: string; readonly situation: string; readonly text: string }[]
  readonly drafts: readonly string[]
  /** Whether it says that drafts cannot be opened. */
  readonly hasUnreadable: boolean
  /** Drafts that were opened, by name. */
  readonly opened: Readonly<Record<string, DraftFields>>
}

/** The name under which the page finds who listens to the officer. */
export const officerListener = 'reportOfficerNews'

interface Row {
  readonly index: number
  readonly name: string
  readonly situation: string
  readonly text: string
}

/**
 * Gives the page what the two functions below share. All three run in the page, as text: a kill must meet them between
 * any two keystrokes, and a round trip for each would take longer than what is to be killed.
 */
export function prepareOfficer(fieldNames: readonly ClaimFieldName[]): void {
  const rowHeight = 40
  const main = (): HTMLElement | null => document.querySelector('main')
  const grid = (): HTMLElement | null => document.querySelector('main [role=grid][aria-label="Claims"]')
  const count = (): number => Number(grid()?.getAttribute('aria-rowcount') ?? 1) - 1
  const go = (path: string): void => {
    location.hash = `#${path}`
  }
  const rowOf = (element: HTMLElement): readonly Row[] => {
    const [, named] = element.querySelectorAll('[role=gridcell]')
    if (named === undefined) return []
    const titles = [...element.querySelectorAll<HTMLElement>('[title]')].map(({ title }) => title)
    return [
      {
        index: Number(element.dataset['index']),
        name: named.lastElementChild?.textContent ?? '',
        situation: element.dataset['situation'] ?? '',
        text: [element.textContent, ...titles].join(' '),
      },
    ]
  }
  const tools = {
    control(name: string): HTMLInputElement | HTMLTextAreaElement | null {
      return document.querySelector(`#claim-${name}`)
    },
    fields(): DraftFields {
      const values = fieldNames.map((name) => [name, tools.control(name)?.value ?? ''] as const)
      return Object.fromEntries(values) as DraftFields
    },
    says(text: string): boolean {
      return main()?.innerText.includes(text) ?? false
    },
    button(text: string): HTMLElement | null {
      return (
        [...(main()?.querySelectorAll('button') ?? [])].find((it) => it.innerText.trim() === text) ?? null
      )
    },
    go,
    /** Waits until something is on the screen; looks again whenever the screen changes. */
    async until<T>(look: () => T | null): Promise<T> {
      // The screen follows what was done in a task of its own.
      await new Promise((resolve) => setTimeout(resolve, 0))
      return await new Promise<T>((resolve, reject) => {
        const check = (): void => {
          const seen = look()
          if (seen === null) return
          observer.disconnect()
          clearTimeout(tooLong)
          resolve(seen)
        }
        const observer = new MutationObserver(check)
        const shown = (): string => `${location.hash}: ${document.body.innerText.slice(0, 1500)}`
        const tooLong = setTimeout(() => reject(new Error(`Not on the screen. ${shown()}`)), 15_000)
        const watched = { subtree: true, childList: true, characterData: true, attributes: true }
        observer.observe(document.documentElement, watched)
        check()
      })
    },
    /** Shows what is from this computer, in an order that no delivery changes. @returns whether there is anything */
    async showOwn(): Promise<boolean> {
      go('/claims')
      const select = (): HTMLSelectElement | null => document.querySelector('main select[aria-label="Whose"]')
      await tools.until(() => select() ?? (tools.says('No claims yet') ? true : null))
      const whose = select()
      if (whose === null) return false
      whose.value = 'here'
      whose.dispatchEvent(new Event('change', { bubbles: true }))
      await tools.until(() => grid() ?? (tools.says('No matching claims') ? true : null))
      if (grid() === null) return false
      const sorted = (): Element | null => document.querySelector('main [role=grid] [aria-sort=ascending]')
      if (sorted() === null) grid()?.querySelector<HTMLElement>('[aria-label="Sort by Policy"]')?.click()
      await tools.until(sorted)
      return true
    },
    /** Rows of the list that are in the document from this one on, once they are all there. */
    async rowsFrom(index: number): Promise<readonly Row[]> {
      const scroller = document.querySelector('main [role=grid] > [role=rowgroup]:last-child')
      if (scroller === null) throw new Error('There is no list of claims.')
      scroller.scrollTo(0, index * rowHeight)
      const inSight = Math.floor(scroller.clientHeight / rowHeight)
      return await tools.until(() => {
        const last = Math.min(index + inSight, count()) - 1
        const shown = [...scroller.querySelectorAll<HTMLElement>('[data-index]')].flatMap(rowOf)
        const wanted = shown.filter((row) => row.index >= index && row.index <= last)
        return grid()?.ariaBusy === 'true' || wanted.length < last - index + 1 ? null : wanted
      })
    },
    /** Scrolls through the list, until it sees what it looks for. */
    async rows(isLast: (row: Row) => boolean): Promise<readonly Row[]> {
      const all: Row[] = []
      while (all.length < count() && !all.some(isLast)) all.push(...(await tools.rowsFrom(all.length)))
      return all
    },
    /** Opens the draft of this name from the list. */
    async openDraft(name: string): Promise<void> {
      await tools.showOwn()
      const row = (await tools.rows((one) => one.name === name)).find((one) => one.name === name)
      const element = document.querySelector<HTMLElement>(`main [data-index="${row?.index}"]`)
      if (element === null) throw new Error(`There is no draft ${name}.`)
      element.click()
      await tools.until(() => (tools.control('policyNumber')?.value === name ? true : null))
    },
  }
  Reflect.set(window, 'officerTools', tools)
}

interface OfficerTools {
  readonly control: (name: string) => HTMLInputElement | HTMLTextAreaElement | null
  readonly fields: () => DraftFields
  readonly says: (text: string) => boolean
  readonly button: (text: string) => HTMLElement | null
  readonly go: (path: string) => void
  readonly until: <T>(look: () => T | null) => Promise<T>
  readonly showOwn: () => Promise<boolean>
  readonly rows: (isLast: (row: Row) => boolean) => Promise<readonly Row[]>
  readonly openDraft: (name: string) => Promise<void>
}

/** Works through the tasks and reports each action and observation. Runs in the page. */
export async function workAsOfficer([tasks, listener]: readonly [
  readonly OfficerTask[],
  string,
]): Promise<void> {
  const { control, fields, says, button, go, until, openDraft } = Reflect.get(
    window,
    'officerTools',
  ) as OfficerTools
  // Awaited before each action: an unreported action would look like a fault.
  const report = Reflect.get(window, listener) as (news: OfficerNews) => Promise<void>
  const isSaved = (): true | null =>
    /^\s*Saved on this computer/.test(
      document.querySelector<HTMLElement>('[data-testid="save-state"]')?.innerText ?? '',
    ) || null
  const referenceOn = (): string | null =>
    /Reference ([0-9A-Z]{4}-[0-9A-Z]{4})/.exec(document.querySelector('main')?.textContent ?? '')?.[1] ?? null

  for (const task of tasks) {
    const { number } = task
    go('/claims/new')
    await until(() => (says('Which policy does the customer have?') ? true : null))
    if (task.draft === null) go('/claims/new/keke')
    else await openDraft(task.draft)
    const reference = await until(referenceOn)
    await report({ type: 'opened', number, reference, fields: fields() })
    for (const { name, text, waits } of task.keystrokes) {
      const field = control(name)
      if (field === null) throw new Error(`There is no field ${name}.`)
      await report({ type: 'typing', number, name, text })
      field.value = text
      field.dispatchEvent(new Event('input', { bubbles: true }))
      if (!waits) continue
      await until(isSaved)
      void report({ type: 'saved', number })
    }
    if (task.then === 'leave') {
      go('/claims')
      await until(() => document.querySelector('main [role=grid] [data-situation=draft]'))
      void report({ type: 'left', number })
      continue
    }
    const submit = button('Submit claim')
    await report({ type: 'submitting', number })
    submit?.click()
    await until(() => {
      // The question about what was remarked on, such as a claim of the same policy near that day.
      document.querySelector<HTMLElement>('[role=alertdialog] footer button:last-child')?.click()
      return document.querySelector('main h1')?.textContent.trim() === 'Claim submitted' ? true : null
    })
    void report({ type: 'accepted', number, reference })
  }
}

/** Reads the screens. Runs in the page. @param open the names of drafts to be opened */
export async function readScreens(open: readonly string[]): Promise<ScreenContents> {
  const { fields, says, until, showOwn, rows, openDraft } = Reflect.get(
    window,
    'officerTools',
  ) as OfficerTools
  // The router goes to its first screen by itself.
  await until(() => document.querySelector('main h1'))
  const all = (await showOwn()) ? await rows(() => false) : []
  const isDraft = ({ situation }: Row): boolean => ['draft', 'recovered', 'correcting'].includes(situation)
  const drafts = all.filter(isDraft).map(({ name }) => name)
  const hasUnreadable = says('A claim cannot be opened')
  const opened: Record<string, DraftFields> = {}
  for (const name of drafts.filter((draft) => open.includes(draft))) {
    await openDraft(name)
    opened[name] = fields()
  }
  return { entries: all.filter((row) => !isDraft(row)), drafts, hasUnreadable, opened }
}
