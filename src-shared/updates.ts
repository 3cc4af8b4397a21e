/** Why no feed is checked. */
export type UpdatesOff =
  /** No address is set. */
  | 'no-feed'
  /** This build has no key to verify releases with. */
  | 'no-keys'
  /** This kind of installation is updated by the computer's administrator. */
  | 'not-by-itself'

/** Why an update failed. */
export type UpdateFailure =
  /** Nothing answers, or with an error. */
  | 'unreachable'
  /** The download was interrupted; the next try resumes it. */
  | 'broken-off'
  /** The response is not a feed, or redirects away from https. */
  | 'not-a-feed'
  /** There is a release without a signature. */
  | 'unsigned'
  /** The signature is not by a key of this build, or not for this release. */
  | 'wrong-signature'
  /** The download does not match its signature. */
  | 'damaged'
  /** The feed offers a version older than one that is known already. */
  | 'older'
  /** The newest manifest has ended, a year after it was signed: there may be a newer version. */
  | 'expired'
  | 'disk-full'
  /** It was handed to the installer, but the old version is still running. */
  | 'not-installed'

/** The status of updates. Times are ISO 8601. */
export type UpdateStatus =
  | { readonly type: 'off'; readonly reason: UpdatesOff }
  | { readonly type: 'idle'; readonly checkedAt: string | null }
  | { readonly type: 'checking' }
  | { readonly type: 'downloading'; readonly version: string; readonly percent: number }
  | { readonly type: 'ready'; readonly version: string }
  /** The officer wants it; a claim is being sent, and it waits for that. */
  | { readonly type: 'waiting'; readonly version: string }
  | { readonly type: 'installing'; readonly version: string }
  | { readonly type: 'failed'; readonly reason: UpdateFailure }
