/** What main found at a link, without the merchant's key. */
export type LinkCheck =
  /** `size` in bytes, where the server tells. */
  | { readonly type: 'found'; readonly kind: 'picture' | 'pdf'; readonly size: number | null }
  | { readonly type: 'web-page' }
  | { readonly type: 'other-kind' }
  | { readonly type: 'asks-for-sign-in' }
  | { readonly type: 'not-there' }
  /** Not an https address, or one that leads to this computer or an inner network. */
  | { readonly type: 'not-allowed' }
  | { readonly type: 'too-many-redirects' }
  | { readonly type: 'server-trouble'; readonly httpStatus: number }
  | { readonly type: 'cannot-be-reached' }
  | { readonly type: 'too-slow' }
