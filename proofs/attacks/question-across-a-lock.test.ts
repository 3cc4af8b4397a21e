import { expect, it, onTestFinished } from 'vitest'
import { startTestInsurer } from '#proofs/insurer/test-insurer.ts'
import type { AppServices } from '#main/services.ts'
import { startOffice } from './office.ts'

/*
 * A manager begins something that main asks about in a dialog of the system, and goes. The application locks, and an
 * officer who is no manager answers the dialog.
 */
const key = 'made-up-key-of-the-insurer'
const secrets = { Ada: '271828', Bayo: '314159' } as const
/** Ada gives it to Bayo. */
const firstSecret = '264575'

async function signIn({ handlers }: AppServices, name: keyof typeof secrets): Promise<void> {
  const status = await handlers['app:status'](undefined)
  const officers = status.ok && 'officers' in status.value.officers ? status.value.officers.officers : []
  const id = officers.find((officer) => officer.name === name)?.id ?? ''
  const answer = await handlers['officers:sign-in']({ id, secret: firstSecret, next: secrets[name] })
  if (!answer.ok || answer.value.type !== 'done') throw new Error('not signed in')
}

it.each(['nobody', 'an officer'] as const)('opens no new address for %s', async (who) => {
  const insurer = await startTestInsurer({ file: ':memory:', pharmacyCount: 20, key })
  if (!insurer.ok) throw new Error(insurer.error.type)
  onTestFinished(() => insurer.value.close())
  const question = Promise.withResolvers<boolean>()
  const asked = Promise.withResolvers<null>()
  const office = await startOffice({
    confirmAddress: () => {
      asked.resolve(null)
      return question.promise
    },
  })
  const { handlers } = office
  await handlers['officers:add']({ name: 'Ada', role: 'manager', secret: secrets.Ada })
  await handlers['officers:add']({ name: 'Bayo', role: 'officer', secret: firstSecret })
  const wish = { environment: 'live', baseUrl: insurer.value.url, key, evenOffline: true } as const
  const connecting = handlers['environment:connect'](wish)
  await asked.promise
  await handlers['officers:leave']({ place: null })
  if (who === 'an officer') await signIn(office, 'Bayo')
  question.resolve(true)
  await connecting
  expect(office.workspace.environment.name).toBe('practice')
  expect(insurer.value.arrivals('all-pharmacies')).toBe(0)
})

it('asks the next manager about an address that one before allowed', async () => {
  const insurer = await startTestInsurer({ file: ':memory:', pharmacyCount: 20, key })
  if (!insurer.ok) throw new Error(insurer.error.type)
  onTestFinished(() => insurer.value.close())
  let asked = 0
  const office = await startOffice({
    confirmAddress: () => {
      asked += 1
      return Promise.resolve(true)
    },
  })
  const { handlers } = office
  await handlers['officers:add']({ name: 'Ada', role: 'manager', secret: secrets.Ada })
  await handlers['officers:add']({ name: 'Bayo', role: 'manager', secret: firstSecret })
  // A key that was typed wrong: the address is not in use.
  const wish = {
    environment: 'live',
    baseUrl: insurer.value.url,
    key: 'another',
    evenOffline: false,
  } as const
  await handlers['environment:connect'](wish)
  await handlers['environment:connect'](wish)
  expect(asked).toBe(1)
  await handlers['officers:leave']({ place: null })
  await signIn(office, 'Bayo')
  await handlers['environment:connect'](wish)
  expect(asked).toBe(2)
})
