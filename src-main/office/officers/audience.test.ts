import { expect, it } from 'vitest'
import { newId } from '#shared/domain/identifier.ts'
import { createAudience } from './audience.ts'
import { createTestOfficers } from '#testing/officers/officer-session.ts'

it('nobody’s while the application is locked', async () => {
  const { session, ada } = await createTestOfficers()
  const audience = createAudience(session, () => true)
  for (const owner of [null, ada.id, newId()]) {
    expect(audience.seesEntryOf(owner)).toBe(false)
    expect(audience.seesDraftOf(owner)).toBe(false)
    // The number of entries waiting on this computer is still counted.
    expect(audience.countsEntryOf(owner)).toBe(true)
  }
  expect(audience.officerId()).toBeNull()
})

it.each([true, false])(
  'entries: own and the office’s, others’ if the office shares them (%j)',
  async (shares) => {
    const { session, ada, bayo, signIn } = await createTestOfficers()
    const audience = createAudience(session, () => shares)
    await signIn('bayo')
    expect(audience.seesEntryOf(bayo.id)).toBe(true)
    expect(audience.seesEntryOf(null)).toBe(true)
    expect(audience.seesEntryOf(ada.id)).toBe(shares)
    expect([ada.id, bayo.id, null].map((owner) => audience.countsEntryOf(owner))).toEqual([
      shares,
      true,
      true,
    ])
    await signIn('ada')
    expect(audience.seesEntryOf(bayo.id)).toBe(true)
  },
)

it('drafts: own and the office’s; a manager sees no other officer’s drafts either', async () => {
  const { session, ada, bayo, signIn } = await createTestOfficers()
  const audience = createAudience(session, () => true)
  await signIn('ada')
  expect(audience.seesDraftOf(bayo.id)).toBe(false)
  await signIn('bayo')
  expect(audience.seesDraftOf(ada.id)).toBe(false)
  expect(audience.seesDraftOf(bayo.id)).toBe(true)
  expect(audience.seesDraftOf(null)).toBe(true)
})

it('the managers’ once its officer has left, under the name they had', async () => {
  const { session, bayo, signIn } = await createTestOfficers()
  const audience = createAudience(session, () => false)
  await signIn('ada')
  await session.add({ name: 'Chidi Test', role: 'officer', secret: '577215' })
  await session.remove(bayo.id)
  expect(audience.seesDraftOf(bayo.id)).toBe(true)
  expect(audience.seesEntryOf(bayo.id)).toBe(true)
  expect(audience.isOffices(bayo.id)).toBe(true)
  session.lock(null)
  const chidi = [...session.names()].find(([, name]) => name === 'Chidi Test')?.[0] ?? ''
  await session.signIn(chidi, '577215', '161803')
  expect(session.current()?.name).toBe('Chidi Test')
  expect(audience.seesDraftOf(bayo.id)).toBe(false)
  expect(audience.seesEntryOf(bayo.id)).toBe(false)
  expect(audience.isOffices(bayo.id)).toBe(false)
  expect(audience.nameOf(bayo.id)).toBe('Bayo Test')
  expect(audience.nameOf(null)).toBeNull()
})
