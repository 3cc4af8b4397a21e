/** Screens that can be opened from outside the page: by the tray or a notification. */
export type OpenedScreen = 'outbox' | 'new-claim'

/** Groups of the outbox that a notification opens. */
export const openedGroups = ['needs-officer', 'waiting', 'unconfirmed', 'rejected', 'received'] as const
export type OpenedGroup = (typeof openedGroups)[number]

export interface Opened {
  readonly to: OpenedScreen
  /** The group that the outbox shows; all of it when there is none. */
  readonly show?: OpenedGroup
}

const paths: Readonly<Record<OpenedScreen, string>> = { outbox: '/outbox', 'new-claim': '/claims/new' }

/** The page's address of a screen, without `#`. */
export function addressOf({ to, show }: Opened): string {
  return show === undefined ? paths[to] : `${paths[to]}?show=${show}`
}
