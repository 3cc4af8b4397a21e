import { isSamePolicy } from '#shared/domain/policy-number.ts'
import type { KeptDetail } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Settings } from '#shared/settings.ts'
import type { MerchantApi } from '../api/merchant-api.ts'
import type { Engine } from '../delivery/engine.ts'
import type { RequestHandlers } from '../ipc/register.ts'
import { failureOf } from '../outbox/failure-of.ts'
import { guardStorage, type StorageFailure } from '../platform/storage-failure.ts'
import type { ClaimListReader } from './claim-list-reader.ts'
import type { KeptDetails } from './kept-details.ts'

type ClaimChannel = Extract<keyof RequestHandlers, `claims:${string}` | `details:${string}`>

/** The part of the workspace used here; its environment may change between two requests. */
interface ClaimSource {
  readonly settings: Pick<Settings, 'saveData'>
  readonly environment: {
    readonly connection: { readonly api: Pick<MerchantApi, 'claimDetails'> }
    readonly services: ClaimServices | null
  }
}

interface ClaimServices {
  readonly engine: Pick<Engine, 'claimShown'>
  readonly keptDetails: KeptDetails
}

/** Handles the page's requests for the insurer's claims (endpoints 2, 3, 5 and 6), and for what is kept of them. */
export function createClaimHandlers(
  workspace: ClaimSource,
  reader: ClaimListReader,
): Pick<RequestHandlers, ClaimChannel> {
  /** What the insurer answered last, and for which environment. */
  let last: (Omit<KeptDetail, 'id' | 'keptAt'> & { readonly services: ClaimServices }) | null = null

  function withKept<T>(work: (kept: KeptDetails) => Result<T, StorageFailure>): Result<T, Failure> {
    const { services } = workspace.environment
    if (services === null) return err({ type: 'storage-unavailable' })
    const done = work(services.keptDetails)
    return done.ok ? done : err(failureOf(done.error))
  }

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
      if (!detail.ok || services === null) return detail
      services.engine.claimShown(detail.value)
      const fetchedAt = new Date().toISOString()
      last = { product, policyNumber, detail: detail.value, fetchedAt, services }
      const { keptDetails } = services
      const before = guardStorage(() => keptDetails.find(product, policyNumber))
      // Where the disk refuses it, the earlier one stays, with its date.
      if (before.ok && before.value !== null) keptDetails.keep(last, fetchedAt)
      return detail
    },
    'details:all': () => withKept((kept) => guardStorage(() => kept.all())),
    'details:find': ({ product, policyNumber }) =>
      withKept((kept) => guardStorage(() => kept.find(product, policyNumber))),
    'details:keep': ({ product, policyNumber }) => {
      const fetched = last
      const isAsked =
        fetched !== null &&
        fetched.services === workspace.environment.services &&
        fetched.product === product &&
        isSamePolicy(fetched.policyNumber, policyNumber)
      if (!isAsked) return err({ type: 'not-possible-now' })
      const { services: _, ...content } = fetched
      return withKept((kept) => kept.keep(content, new Date().toISOString()))
    },
    'details:remove': ({ product, policyNumber }) => withKept((kept) => kept.remove(product, policyNumber)),
  }
}
