/** What whoever packs a build has to know of its updates; null where it takes them. @param keys MAIN_VITE_UPDATE_KEYS */
export function noteOnUpdates(keys: string | undefined): string | null {
  if ((keys ?? '').split(/\s+/).some((word) => /^[A-Za-z0-9+/]{43}=$/.test(word))) return null
  return 'This build takes no updates: it has no key for them (MAIN_VITE_UPDATE_KEYS, docs/release.md).'
}
