/** The part of Node's `process` that is used here. */
export interface OwnProcess {
  readonly env: Record<string, string | undefined>
  umask(mask: number): unknown
}

/**
 * Makes this process keep to itself; to be called before it does anything else. Variables of the account that would
 * weaken its connections are removed, for its children too, and what it writes is readable by the same user alone (on
 * Windows the folder's access list says so).
 *
 * Fuses of the packaged program keep out `NODE_OPTIONS`, `NODE_EXTRA_CA_CERTS` and `ELECTRON_RUN_AS_NODE`, which work
 * before any line of ours.
 */
export function keepToItself(own: OwnProcess, { isPackaged }: { readonly isPackaged: boolean }): void {
  // Makes Node accept every certificate.
  delete own.env['NODE_TLS_REJECT_UNAUTHORIZED']
  // Makes Chromium write down the keys of its connections.
  delete own.env['SSLKEYLOGFILE']
  // On Linux, Node reads the system's certificate authorities where these say. The tests' own are named by them.
  if (isPackaged) {
    delete own.env['SSL_CERT_FILE']
    delete own.env['SSL_CERT_DIR']
  }
  own.umask(0o077)
}
