/** Photos that are drawn again: one, or several on one sheet, each in its place. */
export type PhotoQuestion = readonly Blob[]

export type PhotoAnswer =
  /** Not a picture that Chromium draws. */
  | { readonly type: 'as-it-is' }
  /** Upright, within the size, and without anything but the picture. */
  | { readonly type: 'drawn'; readonly kind: 'jpeg' | 'png'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** It cannot be decoded, or has too many pixels. */
  | { readonly type: 'undecodable' }
  | { readonly type: 'broken-off' }
