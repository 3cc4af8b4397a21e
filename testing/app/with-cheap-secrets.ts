const program = new URL('cheap-secrets.js', import.meta.url).href

/**
 * The `NODE_OPTIONS` under which processes hash secrets cheaply, added to those that are given. What such a process
 * writes with a PIN or passphrase, only others under the same options can open.
 */
export function withCheapSecrets(options = ''): string {
  return options.includes(program) ? options : `${options} --import=${program}`.trim()
}
