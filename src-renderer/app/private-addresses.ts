import type { RouterHistory } from 'vue-router'

/*
 * The browser writes addresses, and the history's state with them, into files of its profile, in plain. The address of
 * a claim's page holds a policy number: the browser gets a number of ours in its place, which means something to this
 * document alone.
 */
const claimAddress = /^(\/claims\/(?:keke|okada)\/)([^/?#]+)/
const mark = '~'

/** A history whose claims the browser cannot tell apart. */
export function withPrivateAddresses(history: RouterHistory): RouterHistory {
  const policies: string[] = []
  const hide = (path: string): string =>
    path.replace(claimAddress, (_whole, before: string, policy: string) => {
      if (!policies.includes(policy)) policies.push(policy)
      return `${before}${mark}${policies.indexOf(policy)}`
    })
  // After a reload nobody knows any more which policy it was.
  const show = (path: string): string => {
    const [, before, hidden] = claimAddress.exec(path) ?? []
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
