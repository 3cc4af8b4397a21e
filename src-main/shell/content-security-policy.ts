/** The hash of src-renderer/styles/shell.css, which stands in the first document. */
const shellStyle = "'sha256-FwHQWO9PNhZNj9R9MXbspEyoMVMQ0Iv4U6w4jRmK22s='"

/**
 * What the page may load and do. Everything is denied by default. The page has no network of its own (`connect-src
 * 'none'`): all its data comes from main. Styles set by scripts go through the CSSOM, which needs no exception here;
 * `style` elements and attributes in markup do not work, except the one element with the shell's style.
 */
export const contentSecurityPolicy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", shellStyle],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'none'"],
  'worker-src': ["'self'"],
  'form-action': ["'none'"],
  'frame-src': ["'none'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  // Vue creates the `vue` policy for static parts of its compiled templates; the other lets the page start its two
  // workers and nothing else.
  'trusted-types': ['vue', 'own-workers'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** The policy as the value of its header. */
export function contentSecurityPolicyHeader(): string {
  return Object.entries(contentSecurityPolicy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')
}
