import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from './project-root.ts'

const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8')
const router = read('src-renderer/app/router.ts')
const routes = [...router.matchAll(/screen\(\s*'([^']+)',\s*'([^']+)'/g)]

/** The spec that looks at each screen with assistive technology, and whether its texts fit. */
const lookedAtIn = {
  home: 'accessibility',
  'new-claim': 'accessibility',
  claims: 'accessibility',
  claim: 'accessibility',
  policy: 'accessibility',
  request: 'accessibility',
  sent: 'accessibility',
  'day-report': 'accessibility',
  connection: 'accessibility',
  pharmacies: 'accessibility',
  'kept-data': 'accessibility',
  backup: 'accessibility',
  settings: 'practice-desk',
  help: 'practice-desk',
}

it('every screen is looked at, whether it can be used and fits', () => {
  expect(routes.map(([, , name]) => name).toSorted()).toEqual(Object.keys(lookedAtIn).toSorted())
  for (const spec of Object.values(lookedAtIn)) {
    const file = `e2e/specs/${spec}.spec.ts`
    expect(existsSync(join(projectRoot, file)), file).toBe(true)
    expect(read(file), file).toMatch(
      /expectSound\(|expectAccessible\([^]*expectFits\(|expectFits\([^]*expectAccessible\(/,
    )
  }
})

it('an address names nothing of a customer, but for a policy, which the browser never gets', () => {
  const named = routes.flatMap(([, path = '']) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name))
  const plain = ['product', 'claimKey', 'id', 'section', 'topic']
  expect(new Set(named)).toEqual(new Set([...plain, 'policy']))
  expect(router).toMatch(/const policyAddress = /)
})
