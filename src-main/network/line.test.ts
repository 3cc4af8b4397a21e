import { expect, it } from 'vitest'
import { request } from 'undici'
import { loopback } from '#testing/insurer-client/loopback-api.ts'
import { createConnector } from './connector.ts'
import { OwnConnection } from './line.ts'
import { directNetwork } from './network.ts'

it('carries one request alone, whoever hands it another', async () => {
  const server = await loopback((_seen, response) => response.end())
  const connection = new OwnConnection(createConnector(directNetwork, 5_000)())
  const { dispatcher } = connection
  const { body } = await request(server.url, { dispatcher, method: 'POST', body: 'once' })
  await body.dump()
  await expect(request(server.url, { dispatcher, method: 'POST', body: 'again' })).rejects.toThrow(
    'is not sent again',
  )
  expect(server.seen.map((seen) => seen.body)).toEqual(['once'])
  await connection.close()
})
