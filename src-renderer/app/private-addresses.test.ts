import { expect, it } from 'vitest'
import { createMemoryHistory } from 'vue-router'
import { withPrivateAddresses } from './router.ts'

const policy = '/policies/keke/KKP%2F2026%2FLA%2F000001'

it('gives the browser no policy number, and the screens the whole address', () => {
  const browser = createMemoryHistory()
  const history = withPrivateAddresses(browser)
  history.push(policy)
  expect(browser.location).toBe('/policies/keke/~0')
  expect(history.location).toBe(policy)
  expect(history.createHref(`${policy}?from=list`)).toContain('/policies/keke/~0?from=list')
  history.replace('/policies/okada/OKP%2F1')
  expect([browser.location, history.location]).toEqual(['/policies/okada/~1', '/policies/okada/OKP%2F1'])
})

it('gives listeners the real address when the officer goes back', () => {
  const history = withPrivateAddresses(createMemoryHistory())
  const heard: string[] = []
  history.listen((to, from) => void heard.push(from, to))
  history.push(policy)
  history.push('/claims/keke-1')
  history.go(-1)
  expect(heard).toEqual(['/claims/keke-1', policy])
})

it('leads to the list when the policy is no longer known, and leaves other addresses alone', () => {
  const browser = createMemoryHistory()
  browser.push('/policies/keke/~4')
  const history = withPrivateAddresses(browser)
  expect(history.location).toBe('/claims')
  history.push('/claims/keke-1')
  expect(browser.location).toBe('/claims/keke-1')
})
