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
  /** The draft that is taken up again; null for a new claim. */
  readonly draftId: string | null
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

/** What stands on the screens of the outbox and the drafts. */
export interface ScreenContents {
  readonly entries: readonly {
    readonly id: string
    readonly name: string
    readonly state: string
    readonly text: string
  }[]
  readonly drafts: readonly { readonly id: string; readonly name: string }[]
  /** Lines of the drafts' list about drafts that cannot be opened. */
  readonly unreadable: number
  /** Drafts that were opened, by id. */
  readonly opened: Readonly<Record<string, DraftFields>>
}

/** The name under which the page finds who listens to the officer. */
export const officerListener = 'reportOfficerNews'

/**
 * Gives the page what the two functions below share. All three run in the page, as text: a kill must meet them between
 * any two keystrokes, and a round trip for each would take longer than what is to be killed.
 */
export function prepareOfficer(fieldNames: readonly ClaimFieldName[]): void {
  const main = (): HTMLElement | null => document.querySelector('main')
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
    go(path: string): void {
      location.hash = `#${path}`
    },
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
}

/** Works through the tasks and reports each action and observation. Runs in the page. */
export async function workAsOfficer([tasks, listener]: readonly [
  readonly OfficerTask[],
  string,
]): Promise<void> {
  const { control, fields, says, button, go, until } = Reflect.get(window, 'officerTools') as OfficerTools
  // Awaited before each action: an unreported action would look like a fault.
  const report = Reflect.get(window, listener) as (news: OfficerNews) => Promise<void>
  const isSaved = (): true | null =>
    /^\s*Saved on this computer/.test(
      document.querySelector<HTMLElement>('[data-testid="save-state"]')?.innerText ?? '',
    ) || null
  const referenceOn = (): string | null =>
    /Reference ([0-9A-Z]{4}-[0-9A-Z]{4})/.exec(document.querySelector('main form')?.textContent ?? '')?.[1] ??
    null

  for (const task of tasks) {
    const { number } = task
    go('/claims/new')
    await until(() => (says('Which policy does the customer have?') ? true : null))
    go(task.draftId === null ? '/claims/new/keke' : `/drafts/${task.draftId}`)
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
      go('/drafts')
      await until(() => document.querySelector('main ul[aria-label="Drafts"]'))
      void report({ type: 'left', number })
      continue
    }
    const submit = button('Submit claim')
    await report({ type: 'submitting', number })
    submit?.click()
    await until(() => {
      // The question about what was remarked on, such as a claim of the same policy near that day.
      document.querySelector<HTMLElement>('[role=alertdialog] footer button:last-child')?.click()
      return says('What was submitted') ? true : null
    })
    void report({ type: 'accepted', number, reference })
  }
}

/** Reads the screens. Runs in the page. */
export async function readScreens(open: readonly string[]): Promise<ScreenContents> {
  const { fields, says, go, until, control } = Reflect.get(window, 'officerTools') as OfficerTools
  const items = (label: string): HTMLElement[] | null => {
    const list = document.querySelector(`main ul[aria-label="${label}"]`)
    return list === null ? null : [...list.querySelectorAll<HTMLElement>(':scope > li')]
  }
  // The router goes to its first screen by itself.
  await until(() => document.querySelector('main h1'))
  go('/outbox')
  const rows = await until(
    () => items('Items in the outbox') ?? (says('Nothing has been submitted yet') ? [] : null),
  )
  const entries = rows.map((row) => ({
    id: row.dataset['entry'] ?? '',
    name: row.querySelector('h2')?.textContent.trim() ?? '',
    state: row.dataset['state'] ?? '',
    // Not what is drawn: a row out of sight is not laid out.
    text: row.textContent,
  }))
  go('/drafts')
  const lines = await until(() => items('Drafts') ?? (says('No drafts') ? [] : null))
  const links = lines.flatMap((line) => line.querySelector<HTMLAnchorElement>('a[href*="/drafts/"]') ?? [])
  const drafts = links.map((link) => ({ id: link.hash.replace('#/drafts/', ''), name: link.innerText }))
  const opened: Record<string, DraftFields> = {}
  for (const { id, name } of drafts.filter((draft) => open.includes(draft.name))) {
    go(`/drafts/${id}`)
    await until(() => (control('policyNumber')?.value === name ? true : null))
    opened[id] = fields()
  }
  return { entries, drafts, unreadable: lines.length - links.length, opened }
}
