import type { RouterHistory } from 'vue-router'

/*
 * The browser stores addresses and history state in its profile as plain text. The address of a looked-up policy holds its number,
 * so the browser gets a placeholder number instead, which only this document can resolve.
 */
const policyAddress = /^(\/policies\/(?:keke|okada)\/)([^/?#]+)/
const mark = '~'

/** A history that hides policy numbers from the browser. */
export function withPrivateAddresses(history: RouterHistory): RouterHistory {
  const policies: string[] = []
  const hide = (path: string): string =>
    path.replace(policyAddress, (_whole, before: string, policy: string) => {
      if (!policies.includes(policy)) policies.push(policy)
      return `${before}${mark}${policies.indexOf(policy)}`
    })
  // After a reload the placeholder can no longer be resolved.
  const show = (path: string): string => {
    const [, before, hidden] = policyAddress.exec(path) ?? []
    if (before === undefined || hidden?.startsWith(mark) !== true) return path
    const policy = policies[Number(hidden.slice(mark.length))]
    return policy === undefined ? '/claims' : before + policy + path.slice(before.length + hidden.length)
  }
  return {
    ...history,
    get location() {
      return show(history.location)
    },
    get state() {
      return history.state
    },
    push: (to, data) => history.push(hide(to), data),
    replace: (to, data) => history.replace(hide(to), data),
    listen: (callBack) => history.listen((to, from, info) => callBack(show(to), show(from), info)),
    createHref: (to) => history.createHref(hide(to)),
  }
}
