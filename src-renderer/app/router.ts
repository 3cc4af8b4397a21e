import {
  createRouter,
  createWebHashHistory,
  type RouteRecordRaw,
  type RouteRecordSingleView,
  type RouterHistory,
} from 'vue-router'

type Screen = NonNullable<RouteRecordSingleView['component']>

/** A screen, whose props are what its path names. */
const screen = (path: string, name: string, component: Screen): RouteRecordRaw => ({
  path,
  name,
  component,
  props: true,
})

// Every screen is a separate file, loaded when first opened. Hash history, since `app://` serves only one document.
const routes: RouteRecordRaw[] = [
  screen('/', 'home', () => import('../features/home/HomeScreen.vue')),
  screen('/claims/new/:product?', 'new-claim', () => import('../features/claim-form/ClaimFormScreen.vue')),
  screen('/claims', 'claims', () => import('../features/claims/ClaimsScreen.vue')),
  screen('/claims/:claimKey', 'claim', () => import('#renderer/features/claim-form/ClaimScreen.vue')),
  // A policy number contains slashes, which are encoded in the address.
  screen(
    '/policies/:product(keke|okada)/:policy',
    'policy',
    () => import('#renderer/features/claims/PolicyScreen.vue'),
  ),
  screen('/requests/:id', 'request', () => import('#renderer/features/claims/RequestScreen.vue')),
  screen('/pharmacies/sent', 'sent', () => import('../features/pharmacies/SentScreen.vue')),
  screen('/day-report', 'day-report', () => import('../features/day-report/DayReportScreen.vue')),
  screen('/connection', 'connection', () => import('../features/connection/ConnectionScreen.vue')),
  screen('/pharmacies', 'pharmacies', () => import('../features/pharmacies/PharmaciesScreen.vue')),
  // Below the settings, so that the navigation highlights them.
  screen('/settings/kept-data', 'kept-data', () => import('../features/kept-data/KeptDataScreen.vue')),
  screen('/settings/backup', 'backup', () => import('../features/backup/BackupScreen.vue')),
  {
    path: '/settings',
    component: () => import('../features/settings/SettingsScreen.vue'),
    redirect: '/settings/this-computer',
    children: [screen(':section', 'settings', () => import('../features/settings/SettingsSection.vue'))],
  },
  screen('/help/:topic?', 'help', () => import('../features/help/HelpScreen.vue')),
  { path: '/:rest(.*)*', redirect: { name: 'home' } },
]

/** Main put this document in the place of another one: with any other it names a screen. */
export const isReplacement = location.hash === ''

export const router = createRouter({ history: withPrivateAddresses(createWebHashHistory()), routes })

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
