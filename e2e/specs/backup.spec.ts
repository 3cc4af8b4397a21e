import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { TestInsurer } from '#testing/insurer/test-insurer.ts'
import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { policyOf } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { asTimePasses } from '../support/as-time-passes.ts'
import { accept } from '../support/connected.ts'
import { OfficeComputer } from '../support/office-computer.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'
import { request } from '../support/request.ts'

// Deriving a key is slow on a busy computer.
test.setTimeout(240_000)

const received = policyOf('keke')
const refused = policyOf('keke', 1)
const lost = policyOf('keke', 2)
const hanging = policyOf('okada')
const queued = policyOf('okada', 1)
const answered = policyOf('keke', 3)
const asked = policyOf('keke', 4)

const detailsCalls = ['keke-claim-details', 'okada-claim-details'] as const

/** How many claims the insurer has of each policy. */
function held(server: TestInsurer): readonly number[] {
  const all = [...server.claims('keke'), ...server.claims('okada')]
  return [received, refused, lost, hanging, queued].map(
    (policy) =>
      all.filter(
        ({ policy_number: of, means_of_claimant_identification: claimant }) =>
          of === policy && claimant === 'NIN-TEST-0001',
      ).length,
  )
}

const isReceived = async ({ appPage }: OfficeComputer, policy: string): Promise<boolean> =>
  (await appPage.entry(policy).getAttribute('data-situation')) === 'received'

/** Lets a computer's time pass until its list shows these claims as received. */
async function untilReceived(computer: OfficeComputer, policies: readonly string[]): Promise<void> {
  await computer.appPage.showClaims()
  for (const policy of policies) {
    await asTimePasses(computer.app, 5_000, () => isReceived(computer, policy))
  }
}

/** An entry in every state, and a draft. */
async function fill(computer: OfficeComputer, server: TestInsurer): Promise<void> {
  const { appPage } = computer
  await appPage.showClaims()
  const claim = (policyNumber: string) =>
    claimSubmission(
      { policyNumber },
      { product: policyNumber === hanging || policyNumber === queued ? 'okada' : 'keke' },
    )
  await accept(appPage, [claim(received)])
  await expect(appPage.entry(received)).toHaveAttribute('data-situation', 'received')
  const body = { kind: 'json', value: { success: false, message: 'Made-up refusal.' } } as const
  server.faults.set('create-keke-claim', { type: 'status', status: 422, body, times: 1 })
  await accept(appPage, [claim(refused)])
  await expect(appPage.entry(refused)).toContainText('Not accepted')
  server.faults.set('request-pharmacy', { type: 'reset', when: 'after-commit', times: 2 })
  const requests = [pharmacySubmission(answered, 1), pharmacySubmission(asked, 2)]
  await accept(appPage, requests)
  // The insurer has them before this computer knows that their answers are lost: it is in doubt only after that.
  await appPage.showRequests()
  const inDoubt = appPage.entry('Test Pharmacy').filter({ hasText: 'Needs your decision' })
  await expect(inDoubt).toHaveCount(2)
  await appPage.showClaims()
  await request(appPage.page, 'outbox:accept-as-sent', { id: requests[0]?.id ?? '' })
  // Nothing can be looked at from here on, so entries stay in doubt until the connection is good again.
  for (const shown of ['list-keke-claims', 'list-okada-claims', ...detailsCalls] as const) {
    server.faults.set(shown, { type: 'status', status: 500 })
  }
  server.faults.set('create-keke-claim', { type: 'reset', when: 'after-commit', times: 1 })
  await accept(appPage, [claim(lost)])
  await expect(appPage.entry(lost)).toContainText('Confirming delivery')
  server.faults.set('create-okada-claim', { type: 'hang', when: 'after-commit', times: 1 })
  const arrived = server.arrived('create-okada-claim', server.arrivals('create-okada-claim') + 1)
  await accept(appPage, [claim(hanging)])
  await arrived
  // It would be sent in parallel with the one that hangs.
  await computer.pause(true)
  await accept(appPage, [claim(queued)])
  await expect(appPage.entry(hanging)).toContainText('Sending')
  await expect(appPage.entry(queued)).toContainText('Waiting')
}

async function typeDraft({ appPage }: OfficeComputer): Promise<void> {
  await appPage.newClaim('keke')
  await appPage.field('Policy number').fill('KKP/DRAFT/1')
  await appPage.field('Place of the incident').fill('3 Made Up Road')
  await appPage.showClaims('Drafts')
  await appPage.entry('KKP/DRAFT/1').waitFor()
}

for (const online of ['first', 'second'] as const) {
  test(
    `a copy of every state leaves one claim each at the insurer, the ${online} computer going on first`,
    { tag: '@longer' },
    async ({ launch, dataDir, server }) => {
      const one = await OfficeComputer.start('one', dataDir, server, launch)
      const two = await OfficeComputer.start('two', dataDir, server, launch)
      await typeDraft(one)
      await fill(one, server)
      await one.write()
      server.faults.clear()
      // The one that hangs is given up.
      await one.app.passTime(30_000, 1)

      if (online === 'first') {
        await one.pause(false)
        await asTimePasses(one.app, 5_000, () => isDeepStrictEqual(held(server), [1, 0, 1, 1, 1]))
      }
      await two.takeIn()
      const { appPage } = two
      await untilReceived(two, [received, lost, hanging])
      await expect(appPage.entry(refused)).toContainText('Not accepted')
      if (online === 'second') {
        await expect(await appPage.openEntry(queued)).toContainText('From a backup')
        await one.pause(false)
        await asTimePasses(one.app, 5_000, () => isDeepStrictEqual(held(server), [1, 0, 1, 1, 1]))
        await appPage.act(queued, 'Check now')
      }
      await untilReceived(two, [queued])
      await appPage.showRequests()
      await expect(appPage.main.locator('li[data-situation=ask-customer]')).toHaveCount(1)
      await expect(appPage.main.locator('li[data-situation=received]')).toHaveCount(1)
      expect(held(server)).toEqual([1, 0, 1, 1, 1])
      expect(server.pharmacyRequests()).toHaveLength(2)
      await appPage.showClaims('Drafts')
      await appPage.entry('KKP/DRAFT/1').click()
      await expect(appPage.field('Place of the incident')).toHaveValue('3 Made Up Road')

      await two.chooseFile()
      await two.unlock()
      await expect(appPage.main.getByText('This file was already imported')).toBeVisible({
        timeout: 60_000,
      })
      await untilReceived(one, [received, lost, hanging, queued])
      expect(held(server)).toEqual([1, 0, 1, 1, 1])
    },
  )
}

test('a file brings nothing before main was answered, and nothing of it is sent by itself', async ({
  launch,
  dataDir,
  server,
}) => {
  const one = await OfficeComputer.start('one', dataDir, server, launch)
  const two = await OfficeComputer.start('two', dataDir, server, launch)
  await typeDraft(one)
  await one.pause(true)
  await accept(one.appPage, [
    claimSubmission({ policyNumber: received }),
    claimSubmission({ policyNumber: refused }, { branchReference: '0000-0001' }),
    pharmacySubmission(asked, 2),
  ])
  await one.write()
  await expectAccessible(one.appPage.page, 'a backup that was written')
  await expectFits(one.appPage.page, 'a backup that was written')
  const number = await one.number()
  await one.app.kill()

  await two.chooseFile()
  await two.unlock()
  const { main, page } = two.appPage
  await expect(main.getByText(`A copy: computer ${number} may still send it.`)).toBeVisible({
    timeout: 60_000,
  })
  await expectAccessible(page, 'a file that was opened')
  await two.import('Cancel')
  await two.appPage.showClaims()
  await expect(two.appPage.entry(received)).toHaveCount(0)

  const question = await two.takeIn()
  await expectAccessible(page, 'a backup that was imported')
  await expectFits(page, 'a backup that was imported')
  expect(question).toContain('2 claims, 1 pharmacy request')
  expect(question).toContain(server.url)
  await two.appPage.showClaims('Drafts')
  await two.appPage.entry('KKP/DRAFT/1').waitFor()
  // Looked for and not found, an officer decides.
  await two.appPage.showClaims('Needs you')
  for (const policy of [received, refused])
    await asTimePasses(two.app, 60_000, async () => (await two.appPage.entry(policy).count()) === 1)
  expect(server.arrivals('create-keke-claim') + server.arrivals('request-pharmacy')).toBe(0)
})

test(
  'a file that cannot be imported is refused with a reason and changes nothing',
  { tag: '@longer' },
  async ({ launch, dataDir, server }) => {
    const one = await OfficeComputer.start('one', dataDir, server, launch)
    await one.pause(true)
    await accept(one.appPage, [claimSubmission({ policyNumber: received })])
    await one.write()
    const stick = join(dataDir, 'stick')
    const [name] = await readdir(stick)
    const file = join(stick, name ?? '')
    const whole = await readFile(file)
    const two = await OfficeComputer.start('two', dataDir, server, launch)
    const { main, page } = two.appPage
    const says = async (title: string): Promise<void> => {
      await expect(main.getByText(title)).toBeVisible({ timeout: 60_000 })
      await expect(main.getByText('Nothing was changed.')).toBeVisible()
    }

    await two.chooseFile()
    await two.unlock('another made up passphrase')
    await says('The passphrase does not open this file')
    await expectAccessible(page, 'a file that was refused')
    await truncate(file, whole.length - 10)
    await two.chooseFile()
    await says('This file is not complete')
    const damaged = Buffer.from(whole)
    damaged.writeUInt8(damaged.readUInt8(damaged.length - 30) ^ 1, damaged.length - 30)
    await writeFile(file, damaged)
    await two.chooseFile()
    await two.unlock()
    await says('This file is damaged')
    await writeFile(file, 'another kind of file')
    await two.chooseFile()
    await says('This is not a Claims Desk backup')
    await writeFile(file, whole)
    await request(page, 'settings:change', { environment: 'practice' })
    await two.chooseFile()
    await says('This file belongs to Sandbox')
    await request(page, 'settings:change', { environment: 'sandbox' })
    expect(await request(page, 'outbox:list')).toEqual([])
  },
)
