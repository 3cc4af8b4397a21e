interface Preventable {
  preventDefault(): void
}

/** The part of `app` that asks for credentials. */
export interface CredentialAsker {
  on(
    event: 'select-client-certificate',
    listener: (
      event: Preventable,
      contents: unknown,
      url: string,
      certificates: unknown,
      callback: (certificate?: undefined) => void,
    ) => void,
  ): unknown
  on(
    event: 'login',
    listener: (
      event: Preventable,
      contents: unknown,
      details: unknown,
      authentication: unknown,
      callback: (name?: undefined, password?: undefined) => void,
    ) => void,
  ): unknown
}

/**
 * Chromium never authenticates: it offers no client certificate (Electron would pick the first) and no name and
 * password for a server or proxy. The page has no network, so any server that asks was never meant to be reached.
 */
export function denyCredentials(app: CredentialAsker): void {
  app.on('select-client-certificate', (event, _contents, _url, _certificates, callback) => {
    event.preventDefault()
    callback()
  })
  app.on('login', (event, _contents, _details, _authentication, callback) => {
    event.preventDefault()
    callback()
  })
}
