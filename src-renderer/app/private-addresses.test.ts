import { expect, it } from 'vitest'
import { createMemoryHistory } from 'vue-router'
import { withPrivateAddresses } from './private-addresses.ts'

const claim = '/claims/keke/KKP%2F2026%2FLA%2F000001'

it('gives the browser no policy number, and the screens the whole address', () => {
  const browser = createMemoryHistory()
  const history = withPrivateAddresses(browser)
  history.push(claim)
  expect(browser.location).toBe('/claims/keke/~0')
  expect(history.location).toBe(claim)
  expect(history.createHref(`${claim}?from=list`)).toContain('/claims/keke/~0?from=list')
  history.replace('/claims/okada/OKP%2F1')
  expect([browser.location, history.location]).toEqual(['/claims/okada/~1', '/claims/okada/OKP%2F1'])
})

it('gives listeners the real address when the officer goes back', () => {
  const history = withPrivateAddresses(createMemoryHistory())
  const heard: string[] = []
  history.listen((to, from) => void heard.push(from, to))
  history.push(claim)
  history.push('/outbox')
  history.go(-1)
  expect(heard).toEqual(['/outbox', claim])
})

it('leads to the list when the policy is no longer known, and leaves other addresses alone', () => {
  const browser = createMemoryHistory()
  browser.push('/claims/keke/~4')
  const history = withPrivateAddresses(browser)
  expect(history.location).toBe('/claims')
  history.push('/outbox')
  expect(browser.location).toBe('/outbox')
})
