/** What decides whether pages run in Chromium's sandbox. */
export interface SandboxFacts {
  readonly isPackaged: boolean
  readonly isRoot: boolean
  /** Whether it was started with `--no-sandbox`. */
  readonly hasSwitch: boolean
}

/**
 * Whether an officer is to be told that Chromium's sandbox is left out. The AppImage's own start adds `--no-sandbox`
 * where the system allows no user namespaces, as Ubuntu does from 24.04. Root has no sandbox in any case.
 */
export function lacksSandbox({ isPackaged, isRoot, hasSwitch }: SandboxFacts): boolean {
  return isPackaged && !isRoot && hasSwitch
}
