import { err, ok } from '#shared/result.ts'
import type { Settings } from '#shared/settings.ts'
import type { MerchantApi } from '../api/merchant-api.ts'
import type { Engine } from '../delivery/engine.ts'
import type { RequestHandlers } from '../ipc/register.ts'
import type { ClaimListReader } from './claim-list-reader.ts'

type ClaimChannel = Extract<keyof RequestHandlers, `claims:${string}`>

/** The part of the workspace used here; its environment may change between two requests. */
interface ClaimSource {
  readonly settings: Pick<Settings, 'saveData'>
  readonly environment: {
    readonly connection: { readonly api: Pick<MerchantApi, 'claimDetails'> }
    readonly services: { readonly engine: Pick<Engine, 'claimShown'> } | null
  }
}

/** Handles the page's requests for the insurer's claims (endpoints 2, 3, 5 and 6): nothing is kept in main. */
export function createClaimHandlers(
  workspace: ClaimSource,
  reader: ClaimListReader,
): Pick<RequestHandlers, ClaimChannel> {
  return {
    'claims:read-list': ({ product, etag, isUnasked = false }) =>
      isUnasked && workspace.settings.saveData
        ? err({ type: 'saves-data' })
        : ok(reader.begin(product, etag)),
    'claims:list-part': ({ id }) => reader.next(id),
    'claims:stop-list': ({ id }) => {
      reader.stop(id)
      return ok(null)
    },
    'claims:detail': async ({ product, policyNumber }) => {
      const { connection, services } = workspace.environment
      const detail = await connection.api.claimDetails(product, policyNumber)
      if (detail.ok) services?.engine.claimShown(detail.value)
      return detail
    },
  }
}
