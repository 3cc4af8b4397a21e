import { createRouter, createWebHashHistory, type RouteRecordRaw, type RouterHistory } from 'vue-router'

// Every screen is a separate file, loaded when first opened. Hash history, since `app://` serves only one document.
const routes: RouteRecordRaw[] = [
  { path: '/', name: 'home', component: () => import('../features/home/HomeScreen.vue') },
  {
    path: '/claims/new/:product?',
    name: 'new-claim',
    component: () => import('../features/claim-form/ClaimFormScreen.vue'),
    props: true,
  },
  {
    path: '/claims',
    name: 'claims',
    component: () => import('../features/claims/ClaimsScreen.vue'),
  },
  {
    path: '/claims/:claimKey',
    name: 'claim',
    component: () => import('../features/claim/ClaimScreen.vue'),
    props: true,
  },
  {
    // A policy number contains slashes, which are encoded in the address.
    path: '/policies/:product(keke|okada)/:policy',
    name: 'policy',
    component: () => import('../features/claim/PolicyScreen.vue'),
    props: true,
  },
  {
    path: '/requests/:id',
    name: 'request',
    component: () => import('../features/claim/RequestScreen.vue'),
    props: true,
  },
  {
    path: '/pharmacies/sent',
    name: 'sent',
    component: () => import('../features/pharmacies/SentScreen.vue'),
  },
  {
    path: '/day-report',
    name: 'day-report',
    component: () => import('../features/day-report/DayReportScreen.vue'),
  },
  {
    path: '/connection',
    name: 'connection',
    component: () => import('../features/connection/ConnectionScreen.vue'),
  },
  {
    path: '/pharmacies',
    name: 'pharmacies',
    component: () => import('../features/pharmacies/PharmaciesScreen.vue'),
  },
  {
    // Below the settings, so that the navigation highlights them.
    path: '/settings/kept-data',
    name: 'kept-data',
    component: () => import('../features/kept-data/KeptDataScreen.vue'),
  },
  {
    path: '/settings/backup',
    name: 'backup',
    component: () => import('../features/backup/BackupScreen.vue'),
  },
  {
    path: '/settings',
    component: () => import('../features/settings/SettingsScreen.vue'),
    redirect: '/settings/this-computer',
    children: [
      {
        path: ':section',
        component: () => import('../features/settings/SettingsSection.vue'),
        props: true,
      },
    ],
  },
  {
    path: '/help/:topic?',
    name: 'help',
    component: () => import('../features/help/HelpScreen.vue'),
    props: true,
  },
  { path: '/:rest(.*)*', redirect: { name: 'home' } },
]

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
