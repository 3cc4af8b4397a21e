import type { Act, InsurerWatch } from './simulated-insurer.ts'

/** Counts the insurer's effects per entry, whichever computer sent it. */
export class Deeds implements InsurerWatch {
  readonly acts = new Map<string, number>()
  /** The first entry that took effect twice. */
  twice: string | null = null

  posted(): void {
    // Only the effect at the insurer counts.
  }

  acted({ entryId }: Act): void {
    const id = entryId ?? 'nobody'
    const acts = (this.acts.get(id) ?? 0) + 1
    this.acts.set(id, acts)
    if (acts > 1) this.twice ??= id
  }

  trace(): void {
    // The order of requests does not matter here.
  }
}
