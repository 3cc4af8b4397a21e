import type { OfficerSummary } from '#shared/domain/officer.ts'

/** What the dialog about an officer is for. */
export type OfficerTask =
  | { readonly type: 'add' }
  /** A manager gives somebody else a new PIN. */
  | { readonly type: 'reset'; readonly officer: OfficerSummary }
  /** An officer changes their own. */
  | { readonly type: 'change' }
