/** Small print is readable at that size, and above that quality files grow with little gain. */
export const photoLimits = { longestSide: 2000, quality: 0.8 } as const

/** A photo that is to be drawn again. */
export interface PhotoQuestion {
  readonly file: Blob
  /** Pixels of the longer side at most. */
  readonly longestSide: number
  /** JPEG quality, from 0 to 1. */
  readonly quality: number
}

export type PhotoAnswer =
  /** Not a picture that Chromium draws. */
  | { readonly type: 'as-it-is' }
  /** Upright, within the size, and without anything but the picture. */
  | { readonly type: 'drawn'; readonly kind: 'jpeg' | 'png'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** It cannot be decoded, or has too many pixels. */
  | { readonly type: 'undecodable' }
  | { readonly type: 'broken-off' }
