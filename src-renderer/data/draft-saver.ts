import type { Draft } from '#shared/domain/draft.ts'
import type { Failure } from '#shared/failure.ts'
import { askMain } from './ask-main.ts'

/** The save state of a draft, as its form shows it. */
export type SaveState =
  | { readonly name: 'unchanged' }
  | { readonly name: 'saving' }
  | { readonly name: 'saved'; readonly at: string }
  /** Tried again until it is saved. */
  | { readonly name: 'not-saved'; readonly failure: Failure }
  /** It was submitted or deleted elsewhere: what is typed here goes nowhere. */
  | { readonly name: 'gone' }

/** Saves what is typed in one form. One save is in flight, and the newest version follows it. */
export interface DraftSaver {
  /** This is the newest version. It is saved within {@link delayMs}, however fast changes follow each other. */
  change(draft: Draft): void
  /** Saves the newest version now. @returns once it is saved, or main has refused it */
  flush(): Promise<void>
  /** Saves nothing until {@link resume}; a save in flight may still arrive. */
  pause(): void
  resume(): void
  /**
   * The form closes: what is not saved is saved now, or as soon as it can be, and a crash later does not call the draft
   * recovered.
   *
   * @returns whether it was open, and main has the draft
   */
  leave(): Promise<boolean>
  /** What main does not have yet of a form that closed. */
  typedInClosed(): Draft | null
}

/** A version waits this long for further letters, in ms. */
const delayMs = 250
/** After main failed to save a version, it is tried again this much later, in ms. */
const retryMs = 3000

/** The savers of the forms that are open, or closed before all was saved, by the ids of their drafts. */
const savers = new Map<string, DraftSaver>()

interface Options {
  /** Whether main has it already. */
  readonly isKept: boolean
  readonly onState: (state: SaveState) => void
  readonly onSaved: (draft: Draft) => void
}

/** Creates the saver of a form. */
export function createDraftSaver(initial: Draft, { isKept, onState, onSaved }: Options): DraftSaver {
  /** Null while nothing was typed. */
  let newest: Draft | null = isKept ? initial : null
  let saved = newest
  // A draft that was open when the application stopped counts as open until its form closes.
  let isMarked = isKept
  let isOpen = true
  let state: SaveState['name'] = isKept ? 'saved' : 'unchanged'
  let isPaused = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | null = null

  const to = (next: SaveState): void => {
    state = next.name
    onState(next)
  }
  /** What main does not have yet, or has as open in a form that closed; null where there is nothing. */
  const due = (): Draft | null => {
    const isDue = newest !== saved || (saved !== null && isMarked && !isOpen)
    return isDue && !isPaused && state !== 'gone' ? newest : null
  }

  function later(ms: number): void {
    timer ??= setTimeout(() => void flush(), ms)
  }

  async function send(): Promise<void> {
    for (let draft = due(); draft !== null; draft = due()) {
      const marks = isOpen
      const answer = await askMain('drafts:save', { draft, isNew: saved === null, isOpen: marks })
      if (!answer.ok) {
        if (isPaused) return
        to({ name: 'not-saved', failure: answer.error })
        later(retryMs)
        return
      }
      if (answer.value === 'gone') {
        to({ name: 'gone' })
        return
      }
      saved = draft
      isMarked = marks
      onSaved(draft)
      if (newest === draft) to({ name: 'saved', at: draft.updatedAt })
    }
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    sending ??= send().finally(() => (sending = null))
    await sending
    // Another form of it may have opened meanwhile.
    if (!isOpen && due() === null && savers.get(initial.id) === saver) savers.delete(initial.id)
  }

  const saver: DraftSaver = {
    change(draft) {
      newest = draft
      isOpen = true
      savers.set(initial.id, saver)
      if (state === 'gone') return
      // 'Not saved' stays on the screen until a save holds.
      if (state !== 'not-saved' && state !== 'saving') to({ name: 'saving' })
      if (!isPaused) later(delayMs)
    },
    flush,
    pause() {
      isPaused = true
      clearTimeout(timer)
      timer = undefined
    },
    resume() {
      isPaused = false
      void flush()
    },
    async leave() {
      const wasOpen = isOpen
      isOpen = false
      await flush()
      return wasOpen && saved !== null
    },
    typedInClosed: () => (isOpen || newest === saved ? null : newest),
  }
  // What a form that closed could not save, this one goes on with.
  const before = savers.get(initial.id)
  if (before?.typedInClosed() === initial) before.pause()
  savers.set(initial.id, saver)
  return saver
}

/** Saves now what is typed in any form. */
export async function flushDrafts(): Promise<void> {
  await Promise.all(Array.from(savers.values(), (saver) => saver.flush()))
}

/** Saves what is typed, before the page goes. @returns the id of the draft that is in a form; null without one */
export async function leaveDrafts(): Promise<string | null> {
  const all = [...savers]
  const wasOpen = await Promise.all(all.map(([, saver]) => saver.leave()))
  return all.find((_, at) => wasOpen[at])?.[0] ?? null
}

/** What was typed in a form of this draft that closed before it could be saved; null where main has all of it. */
export function typedInClosed(id: string): Draft | null {
  return savers.get(id)?.typedInClosed() ?? null
}

/** Saves no more of the forms that closed: the drafts are another environment's or officer's now, or were forgotten. */
export function dropClosed(): void {
  for (const [id, saver] of savers) {
    if (saver.typedInClosed() === null) continue
    saver.pause()
    savers.delete(id)
  }
}

/** Stops saving a draft while main submits or deletes it; if that fails, saving resumes. */
export async function endingDraft<T extends { readonly ok: boolean }>(
  id: string,
  ending: () => Promise<T>,
): Promise<T> {
  const saver = savers.get(id)
  saver?.pause()
  const ended = await ending()
  if (!ended.ok) saver?.resume()
  return ended
}

/** Saves what is typed whenever the window loses the focus, or main asks for it. @returns a function that stops this */
export function saveOnTurningAway(): () => void {
  const flush = (): void => void flushDrafts()
  const events = [
    [window, 'blur'],
    [window, 'pagehide'],
    [document, 'visibilitychange'],
  ] as const
  for (const [target, name] of events) target.addEventListener(name, flush)
  const stopHearing = window.bridge.on('drafts:save-now', flush)
  return () => {
    stopHearing()
    for (const [target, name] of events) target.removeEventListener(name, flush)
  }
}
