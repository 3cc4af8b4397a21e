import { expect, it } from 'vitest'
import type { AppServices } from '#main/app/services.ts'
import { officerId, startOffice } from './office.ts'
import { insurer, key } from './servers.ts'

/*
 * A manager begins something that main asks about in a dialog of the system, and goes. The application locks, and an
 * officer who is no manager answers the dialog.
 */
const secrets = { Ada: '271828', Bayo: '314159' } as const
/** Ada gives it to Bayo. */
const firstSecret = '264575'

async function signIn(office: AppServices, name: keyof typeof secrets): Promise<void> {
  const id = await officerId(office, name)
  const answer = await office.handlers['officers:sign-in']({ id, secret: firstSecret, next: secrets[name] })
  if (!answer.ok || answer.value.type !== 'done') throw new Error('not signed in')
}

it.each(['nobody', 'an officer'] as const)('opens no new address for %s', async (who) => {
  const server = await insurer()
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
  const wish = { environment: 'live', baseUrl: server.url, key, evenOffline: true } as const
  const connecting = handlers['environment:connect'](wish)
  await asked.promise
  await handlers['officers:leave']({ place: null })
  if (who === 'an officer') await signIn(office, 'Bayo')
  question.resolve(true)
  await connecting
  expect(office.workspace.environment.name).toBe('practice')
  expect(server.arrivals('all-pharmacies')).toBe(0)
})

it('asks the next manager about an address that one before allowed', async () => {
  const server = await insurer()
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
    baseUrl: server.url,
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
