/** Why no feed is asked. */
export type UpdatesOff =
  /** No address is set. */
  | 'no-feed'
  /** This build knows no key by which a release could be told from a forgery. */
  | 'no-keys'
  /** This kind of installation is updated by whoever looks after the computer. */
  | 'not-by-itself'

/** Why an update did not come about. */
export type UpdateFailure =
  /** Nothing answers, or with an error. */
  | 'unreachable'
  /** The download ended before its end; it goes on from there at the next try. */
  | 'broken-off'
  /** What answers is no feed, or leads away from https. */
  | 'not-a-feed'
  /** There is a release without a signature. */
  | 'unsigned'
  /** The signature is not by a key that this build knows, or not of this release. */
  | 'wrong-signature'
  /** What was downloaded is not what was signed. */
  | 'damaged'
  /** The feed offers a version older than one that is known already. */
  | 'older'
  | 'disk-full'
  /** It was handed to the installer, but this is still the version from before. */
  | 'not-installed'

/** How it stands with updates. Times are ISO 8601. */
export type UpdateStatus =
  | { readonly type: 'off'; readonly reason: UpdatesOff }
  | { readonly type: 'idle'; readonly checkedAt: string | null }
  | { readonly type: 'checking' }
  | { readonly type: 'downloading'; readonly version: string; readonly percent: number }
  | {
      readonly type: 'ready'
      readonly version: string
      /** The officer put it off; null when nobody did, or the time is over. */
      readonly putOffUntil: string | null
      readonly mayPutOff: boolean
      /** From then on it is installed by itself, when the application is quit or nobody is at the computer. */
      readonly byItselfFrom: string
    }
  /** The officer wants it; a claim is being sent, and it waits for that. */
  | { readonly type: 'waiting'; readonly version: string }
  | { readonly type: 'installing'; readonly version: string }
  | { readonly type: 'failed'; readonly reason: UpdateFailure; readonly at: string }
