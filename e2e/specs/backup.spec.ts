import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { policyOf } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { asTimePasses } from '../support/as-time-passes.ts'
import { accept } from '../support/connected.ts'
import { OfficeComputer } from '../support/office-computer.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'

// Deriving a key is slow on a busy computer.
test.setTimeout(240_000)

const received = policyOf('keke')
const refused = policyOf('keke', 1)
const asked = policyOf('keke', 4)

async function typeDraft({ appPage }: OfficeComputer): Promise<void> {
  await appPage.newClaim('keke')
  await appPage.field('Policy number').fill('KKP/DRAFT/1')
  await appPage.field('Place of the incident').fill('3 Made Up Road')
  await appPage.showClaims('Drafts')
  await appPage.entry('KKP/DRAFT/1').waitFor()
}

test(
  'a file brings nothing before main was answered, and nothing of it is sent by itself',
  { tag: '@longer' },
  async ({ launch, dataDir, server }) => {
    const one = await OfficeComputer.start('one', dataDir, server, launch)
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

    const two = await OfficeComputer.start('two', dataDir, server, launch)
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
  },
)
