import type { ClaimGroup } from './claim/claim.ts'

/** Screens that can be opened from outside the page: by the tray or a notification. */
export type OpenedScreen = 'claims' | 'new-claim'

export interface Opened {
  readonly to: OpenedScreen
  /** The group that the list of claims shows; everything when there is none. */
  readonly show?: ClaimGroup
}

const paths: Readonly<Record<OpenedScreen, string>> = { claims: '/claims', 'new-claim': '/claims/new' }

/** The page's address of a screen, without `#`. */
export function addressOf({ to, show }: Opened): string {
  return show === undefined ? paths[to] : `${paths[to]}?show=${show}`
}
