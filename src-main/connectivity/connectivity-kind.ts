import { isTlsKind, type ConnectivityKind } from '#shared/connectivity.ts'
import type { EngineStatus } from '#shared/outbox/hold.ts'
import type { Trouble } from '../api/sighting.ts'

/**
 * The state of the connection with its cause: what the engine knows, refined by the result of the last exchange.
 *
 * @param trouble the problem of the last exchange; null when the API answered
 * @returns null while nothing has been tried yet
 */
export function connectivityKind(
  status: Pick<EngineStatus, 'connection' | 'holds'>,
  trouble: Trouble | null,
  hasNetwork: () => boolean,
): ConnectivityKind | null {
  const holds = new Set(status.holds.map(({ type }) => type))
  if (holds.has('no-key')) return 'no-key'
  switch (status.connection) {
    case 'unknown':
      return null
    case 'key-refused':
      return 'key-refused'
    case 'intercepted':
      return isTlsKind(trouble) ? trouble : 'intercepted'
    case 'offline':
      return offlineKind(trouble, hasNetwork)
    case 'online':
      if (holds.has('rate-limited')) return 'rate-limited'
      return trouble === 'server-error' || holds.has('insurer-problem') ? 'server-error' : 'works'
  }
}

function offlineKind(trouble: Trouble | null, hasNetwork: () => boolean): ConnectivityKind {
  switch (trouble) {
    case 'no-answer':
    case 'tls':
    case 'tls-authority':
    case 'tls-date':
    case 'proxy':
    case 'proxy-asks':
      return trouble
    // Without any network, name lookups fail too.
    case 'dns':
      return hasNetwork() ? 'dns' : 'no-network'
    case 'no-network':
    case 'intercepted':
    case 'server-error':
    case null:
      // Also when the system reported it before anything was tried.
      return 'no-network'
  }
}
