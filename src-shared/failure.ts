/** Why a call to the API (or to main) failed. The page shows a title and advice for each. */
export type Failure =
  | { readonly type: 'offline' }
  | { readonly type: 'timeout' }
  | { readonly type: 'tls' }
  | { readonly type: 'intercepted' }
  /** Something answers, in a way that cannot be read. `code`: the parser's, for IT support. */
  | { readonly type: 'garbled'; readonly code: string }
  | { readonly type: 'no-key' }
  | { readonly type: 'key-refused' }
  | { readonly type: 'rate-limited'; readonly retryAfterMs: number }
  | { readonly type: 'not-found'; readonly serverMessage: string }
  | { readonly type: 'refused-by-server'; readonly serverMessage: string }
  | { readonly type: 'server-error'; readonly httpStatus: number }
  | { readonly type: 'wrong-shape' }
  /** The server returned a different page than requested, so paging is unreliable. */
  | { readonly type: 'page-ignored' }
  /** No one asked for it, and the setting `saveData` is on. */
  | { readonly type: 'saves-data' }
  | { readonly type: 'practice-unavailable' }
  /** The argument of a call did not fit its schema; `where` names the field, never its value. */
  | { readonly type: 'invalid-input'; readonly where: string }
  /** The same id was already accepted with another body. */
  | { readonly type: 'id-taken' }
  | { readonly type: 'unknown-entry' }
  /** A claim has files in its slots, and no file store is set for this environment. */
  | { readonly type: 'no-file-store' }
  /** A file in a slot of the claim is missing on this computer, or damaged. */
  | { readonly type: 'files-not-whole' }
  /** The entry's state has changed in the meantime: reload it. */
  | { readonly type: 'not-possible-now' }
  /** The printer or its settings failed; cancelling is no failure. */
  | { readonly type: 'not-printed' }
  | { readonly type: 'disk-full' }
  /** The folder of the application, or a file in it, may not be written to. */
  | { readonly type: 'read-only' }
  | { readonly type: 'locked' }
  /** No officer is signed in: the application returns nothing personal. */
  | { readonly type: 'signed-out' }
  | { readonly type: 'managers-only' }
  /** The organisation set it in the policy of this computer. */
  | { readonly type: 'set-by-organisation' }
  /** That policy cannot be read: its rules are not known. */
  | { readonly type: 'policy-unread' }
  /** Main's own question was answered with no; nothing was changed. */
  | { readonly type: 'declined' }
  | { readonly type: 'storage-unavailable' }
  | { readonly type: 'base-url-not-https' }
  | { readonly type: 'base-url-invalid' }
  | { readonly type: 'unexpected' }
export type FailureType = Failure['type']
