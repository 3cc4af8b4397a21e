import { createHash } from 'node:crypto'
import type { FollowUp } from '#shared/claim/follow-up.ts'
import { isSamePolicy } from '#shared/domain/policy-number.ts'
import type { KeptDetail } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'
import { isReceived } from '#shared/outbox/predicates.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { EnvironmentServices } from '#main/office/environment/environment.ts'
import { visibleEntry } from '#main/outbox/shown-entry.ts'
import { guardStorage, type StorageFailure } from '#main/platform/sqlite.ts'
import { neighboursOf, readTexts, shownRows, type RowServices } from '#main/claims/shown-rows.ts'
import type { KeptDetails } from '#main/claims/kept-details.ts'
import type { Engine } from '#main/delivery/engine.ts'
import type { MerchantApi } from '#main/insurer/api/merchant-api.ts'
import type { Audience } from '#main/outbox/audience.ts'
import type { FollowUps } from '#main/claims/follow-ups.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import { storageAnswer, type HandlersOf, type RequestHandlers, type Using } from './register.ts'

/** What the list of all claims is answered from. */
interface TableServices extends RowServices, Pick<EnvironmentServices, 'claimTable'> {
  readonly followUps: RowServices['followUps'] & Pick<FollowUps, 'opened' | 'followUpOf'>
}

/** Answers only while the officer who asked is still signed in: the application may be locked meanwhile. */
function forOneOfficer<S>(workspace: Using<S>, audience: Pick<Audience, 'officerId'>) {
  return async <T>(work: (services: S) => Promise<T> | T): Promise<Result<T, Failure>> =>
    await workspace.using(async (services): Promise<Result<T, Failure>> => {
      const officerId = audience.officerId()
      const value = await work(services)
      return audience.officerId() === officerId ? ok(value) : err({ type: 'signed-out' })
    })
}

/** Handles the page's requests for all claims as one list. */
export function createClaimTableHandlers(
  workspace: Using<TableServices>,
  audience: Audience,
): Pick<
  RequestHandlers,
  'claims:query' | 'claims:neighbours' | 'claims:one' | 'claims:of-policy' | 'claims:known-of' | 'claims:left'
> {
  const withServices = forOneOfficer(workspace, audience)
  return {
    'claims:query': ({ offset, limit, onScreen, statusesKey, ...question }) =>
      withServices(async (services) => {
        const { rows, statuses: counts, ...others } = await services.claimTable.find(question, onScreen)
        const window = rows.slice(offset, offset + limit)
        await readTexts(window)
        const key = createHash('sha256').update(JSON.stringify(counts)).digest('base64')
        const statuses = statusesKey === undefined || statusesKey === key ? null : { key, counts }
        return {
          offset,
          count: rows.length,
          ...others,
          statuses,
          rows: shownRows(services, audience, window),
        }
      }),
    'claims:neighbours': ({ list, key }) =>
      withServices(async ({ claimTable }) => neighboursOf((await claimTable.find(list)).rows, key)),
    'claims:one': ({ key, isOpened }) =>
      withServices(async (services) => {
        const { claimTable, followUps } = services
        const found = await claimTable.one(key)
        if (found === null) return null
        const { entryId, listed } = found.row
        const entry = entryId === null ? null : visibleEntry(services, audience, entryId)
        const received = entry !== null && isReceived(entry.state) ? entry : null
        if (received !== null && isOpened) followUps.opened(received.id, new Date().toISOString())
        const [row] = shownRows(services, audience, [found.row])
        if (row === undefined) return null
        const followUp = received === null ? null : followUps.followUpOf(received.id)
        return { row, listed, followUp, others: shownRows(services, audience, found.others) }
      }),
    'claims:of-policy': ({ policyNumber }) =>
      withServices(async (services) => {
        const rows = await services.claimTable.ofPolicy(policyNumber)
        await readTexts(rows)
        return shownRows(services, audience, rows)
      }),
    'claims:known-of': ({ policyNumber }) =>
      withServices(({ claimTable }) => claimTable.knownOf(policyNumber)),
    'claims:left': () =>
      withServices(({ claimTable }) => {
        claimTable.left()
        return null
      }),
  }
}

/** Handles the page's requests to read the insurer's lists (endpoints 2 and 3). */
export function createListHandlers(
  workspace: Using<Pick<EnvironmentServices, 'claimListReader'>>,
  audience: Pick<Audience, 'officerId'>,
): Pick<RequestHandlers, 'claims:lists' | 'claims:read-list' | 'claims:refresh-lists' | 'claims:stop-list'> {
  const withServices = forOneOfficer(workspace, audience)
  return {
    'claims:lists': () => withServices(({ claimListReader }) => claimListReader.states()),
    'claims:read-list': ({ product }) =>
      withServices(async ({ claimListReader }) => {
        await claimListReader.read(product)
        return null
      }),
    'claims:refresh-lists': ({ afterNews }) =>
      withServices(({ claimListReader }) => {
        void (afterNews ? claimListReader.refreshAfterNews() : claimListReader.refresh())
        return null
      }),
    'claims:stop-list': ({ product }) =>
      withServices(({ claimListReader }) => {
        claimListReader.stop(product)
        return null
      }),
  }
}

/** The open environment with its API, and what hears of a claim that an officer looks at or keeps. */
interface DetailWorkspace extends Using<DetailServices> {
  readonly environment: {
    readonly connection: { readonly api: Pick<MerchantApi, 'claimDetails'> }
    readonly services: DetailServices | null
  }
}

interface DetailServices {
  readonly keptDetails: Pick<KeptDetails, 'all' | 'find' | 'keep' | 'remove'>
  readonly engine: Pick<Engine, 'claimShown'>
  readonly followUps: Pick<FollowUps, 'noteShown'>
}

/** Handles the page's requests for a claim with its customer (endpoints 5 and 6), and for those that are kept. */
export function createDetailHandlers(
  workspace: DetailWorkspace,
): HandlersOf<'details'> & Pick<RequestHandlers, 'claims:detail'> {
  /** What the insurer answered last, and for which environment. */
  let last: (Omit<KeptDetail, 'id' | 'keptAt'> & { readonly services: DetailServices }) | null = null

  const withKept = <T>(
    work: (kept: DetailServices['keptDetails']) => Result<T, StorageFailure>,
  ): Result<T, Failure> => workspace.using(({ keptDetails }) => storageAnswer(work(keptDetails)))

  return {
    'claims:detail': async ({ product, policyNumber }) => {
      const { connection, services } = workspace.environment
      const detail = await connection.api.claimDetails(product, policyNumber)
      if (!detail.ok || services === null) return detail
      const { holder: _holder, policy: _policy, ...shown } = detail.value
      services.engine.claimShown(shown)
      const fetchedAt = new Date().toISOString()
      // What the disk refuses is asked again.
      guardStorage(() => services.followUps.noteShown(shown, fetchedAt))
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

/** Handles what officers write beside a received claim of ours that they may see. */
export function createFollowUpHandlers(
  workspace: Using<{
    readonly outbox: Pick<Outbox, 'get'>
    readonly followUps: Pick<FollowUps, 'setUnseen' | 'setNote' | 'setWrong'>
  }>,
  audience: Pick<Audience, 'officerId' | 'seesEntryOf'>,
): Pick<RequestHandlers, 'claims:unseen' | 'claims:note' | 'claims:wrong'> {
  const withReceived = (
    id: string,
    work: (
      followUps: Pick<FollowUps, 'setUnseen' | 'setNote' | 'setWrong'>,
      at: string,
    ) => Result<FollowUp, StorageFailure>,
  ): Result<FollowUp, Failure> =>
    workspace.using((services) => {
      const entry = visibleEntry(services, audience, id)
      if (entry === null) return err({ type: 'unknown-entry' })
      const { body, state } = entry
      if (body.kind !== 'claim' || !isReceived(state)) return err({ type: 'not-possible-now' })
      return storageAnswer(work(services.followUps, new Date().toISOString()))
    })
  return {
    'claims:unseen': ({ id }) => withReceived(id, (followUps) => followUps.setUnseen(id)),
    'claims:note': ({ id, text }) =>
      withReceived(id, (followUps, at) =>
        followUps.setNote(id, { text, officerId: audience.officerId() }, at),
      ),
    'claims:wrong': ({ id, wrong }) =>
      withReceived(id, (followUps, at) =>
        followUps.setWrong(id, wrong && { ...wrong, officerId: audience.officerId() }, at),
      ),
  }
}

/** What pharmacies are answered from. */
interface PharmacyWorkspace {
  readonly environment: {
    readonly connection: {
      readonly api: Pick<
        MerchantApi,
        'pharmacyPage' | 'searchPharmacies' | 'searchPharmaciesByName' | 'pharmacy'
      >
    }
  }
  readonly settings: { readonly saveData: boolean }
}

/** Handles the page's requests for pharmacies (endpoints 7 to 10): nothing is kept in main. */
export function createPharmacyHandlers(workspace: PharmacyWorkspace): HandlersOf<'pharmacies'> {
  const api = () => workspace.environment.connection.api
  return {
    'pharmacies:page': ({ page, isUnasked = false }) =>
      isUnasked && workspace.settings.saveData ? err({ type: 'saves-data' }) : api().pharmacyPage(page),
    'pharmacies:search': ({ filter, text, page }) => api().searchPharmacies(filter, text, page),
    'pharmacies:search-by-name': ({ name, page }) => api().searchPharmaciesByName(name, page),
    'pharmacies:one': ({ id }) => api().pharmacy(id),
  }
}
