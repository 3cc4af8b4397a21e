/** What was found on the disk and opened by the keyring, remembered once it could be read. */
export interface FoundOnce<Held> {
  readonly get: () => Promise<Held>
  /** What was written since. */
  readonly set: (held: Held) => void
}

/** Remembers what `find` found, but asks again while it is unreadable: the keyring may be unlocked while we run. */
export function foundOnce<Held extends { readonly type: string }>(
  find: () => Promise<Held>,
): FoundOnce<Held> {
  let known: Held | null = null
  return {
    async get() {
      if (known !== null) return known
      const found = await find()
      if (found.type !== 'unreadable') known = found
      return found
    },
    set(held) {
      known = held
    },
  }
}
