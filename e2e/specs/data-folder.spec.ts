import { readdir } from 'node:fs/promises'
import { expect, test } from '../support/fixtures.ts'

test('a data folder named by a path that is not whole is refused in words, and nothing is opened', async ({
  launch,
  dataDir,
}) => {
  const app = await launch({ args: ['--data-dir=short/path'] })
  await expect.poll(async () => await app.dialog()).not.toBeNull()
  expect(await app.dialog()).toMatchObject({
    message: 'Claims Desk cannot keep its data in the folder that was named',
    detail: expect.stringMatching(/has to be a whole path.*\n\nshort\/path$/s),
    buttons: ['Close'],
  })
  expect(await app.hasWindow()).toBe(false)
  expect((await readdir(dataDir, { recursive: true })).filter((name) => name.includes('sqlite'))).toEqual([])
})
