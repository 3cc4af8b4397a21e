import type { OfficerSummary } from '#shared/domain/officer.ts'

/** The purpose of the officer dialog. */
export type OfficerTask =
  | { readonly type: 'add' }
  /** A manager resets another officer's PIN. */
  | { readonly type: 'reset'; readonly officer: OfficerSummary }
  /** An officer changes their own PIN. */
  | { readonly type: 'change' }
