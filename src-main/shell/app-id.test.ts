import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { appUserModelId } from './app-id.ts'

it('is the one that the installer gives to the shortcut', () => {
  const builder: unknown = JSON.parse(
    readFileSync(new URL('../../electron-builder.json', import.meta.url), 'utf8'),
  )
  expect(builder).toMatchObject({ appId: appUserModelId })
})
