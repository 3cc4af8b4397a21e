import { noFilter } from '#shared/domain/claim-list.ts'
import { expect, it, vi } from 'vitest'
import { toWireClaim } from '#main/insurer/api/wire/claim.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createTestStore } from '#testing/keys/store.ts'
import { bodies, emptyPage } from '#testing/insurer-client/answers-apart.ts'
import { insurerApart } from '#testing/insurer-client/insurer-apart.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import type { AppServices } from '#main/app/services.ts'
import { openServices } from '#testing/app/open-services.ts'
import { connectedOffice, statesOf } from './connected-office.ts'
import { costOf, mostMoreBytes, mostTurnMs } from './watch-turns.ts'

/*
 * The insurer answers with as much as it likes. Main reads, looks for the claim whose outcome is not known, and goes on
 * answering the page: none of its turns takes long, by the processor's time, which a busy computer does not change.
 */
const said = (data: string): string => `{"success":true,"data":${data}}`

const submission = claimSubmission()
const { claim, branchReference } = submission.body
const { policyNumber } = claim
const row = { ...toWireClaim(claim, branchReference), id: 1, created_at: '2026-11-20 09:00:00' }
const others = { ...row, details_of_incidence: 'Another claim.' }
const worst = '%2526amp;<a>\\u005c\ufdfa'

const json = (value: unknown): string => JSON.stringify(value)
const objects = `[${'{},'.repeat(7_000_000)}{}]`
const many = (one: object) => Array.from({ length: 50 }, (_none, at) => ({ ...one, id: at + 1 }))
const numbered = { ...others, policy_number: `x${'.'.repeat(80_000)}x` }
const described = (times: number) => ({ ...others, details_of_incidence: worst.repeat(times) })

/** What is said of the policy, and what is in the list. */
const answers: readonly (readonly [string, string, string])[] = [
  ['a short one', json(others), json([others])],
  ['a policy number of 80 kB', json(numbered), json(many(numbered))],
  ['details of 15 MB', json(described(750_000)), json([others, described(750_000)])],
  ['details of 60 kB', json(described(3000)), json(many(described(3000)))],
  ['20 MiB of {},', objects, objects],
  [
    'brackets within brackets',
    '['.repeat(500_000),
    `[${json(others)},{"a":${'['.repeat(120_000)}${']'.repeat(120_000)}}]`,
  ],
]

const everything = {
  ...noFilter,
  sort: 'policy',
  descending: false,
  offset: 0,
  limit: 100,
  onScreen: false,
} as const

/** Everything that reads a claim: the officer's look, the page's list, and the engine's own. */
async function readAll(office: AppServices): Promise<void> {
  const { handlers } = office
  const { id } = submission
  await handlers['outbox:look-now']({ id })
  await handlers['claims:detail']({ product: 'keke', policyNumber })
  await handlers['claims:read-list']({ product: 'keke' })
  await handlers['claims:of-policy']({ policyNumber })
  await handlers['claims:query']({ ...everything, search: 'made up words' })
}

it('main goes on answering while it reads them, needs little memory, and starts again', async () => {
  const insurer = await insurerApart(bodies(emptyPage, emptyPage))
  const dataFolder = createTestFolder()
  const protection = { safeStorage: createTestStore(), platform: 'linux' } as const
  const start = () => openServices({ dataFolder, protection })
  const looks = () => insurer.seen.filter((url) => url.includes('claim_details')).length

  const first = await connectedOffice(insurer.url, { dataFolder, protection })
  expect(await first.handlers['outbox:accept'](submission)).toMatchObject({ ok: true })
  await vi.waitFor(async () => expect(await statesOf(first)).toEqual(['unconfirmed']))
  await first.workspace.close()

  const seen: string[] = []
  let startMs: number | null = null
  for (const [name, ofPolicy, listed] of answers) {
    insurer.answers(bodies(said(ofPolicy), said(listed)))
    const asked = looks()
    const { longestMs, mostBytes } = await costOf({ answer: name }, async () => {
      const office = await start()
      await readAll(office)
      // The officer's own, and one at the start.
      await vi.waitFor(() => expect(looks()).toBeGreaterThan(asked + 1))
      expect(await statesOf(office), name).toEqual(['unconfirmed'])
      await office.workspace.close()
    })
    // What a start takes on this computer is no answer's doing.
    startMs ??= longestMs
    if (longestMs - startMs > mostTurnMs || mostBytes > mostMoreBytes) seen.push(name)
  }
  expect(seen).toEqual([])

  insurer.answers(bodies(said(json(row)), said(json([row]))))
  const last = await start()
  await vi.waitFor(async () => expect(await statesOf(last)).toEqual(['delivered']))
}, 120_000)
