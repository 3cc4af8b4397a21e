import { createRouter, createWebHashHistory, type RouteRecordRaw } from 'vue-router'
import { withPrivateAddresses } from './private-addresses.ts'

// Every screen is a separate file, loaded when first opened. Hash history, since `app://` serves only one document.
const routes: RouteRecordRaw[] = [
  { path: '/', name: 'home', component: () => import('../features/home/HomeScreen.vue') },
  {
    path: '/claims/new/:product?',
    name: 'new-claim',
    component: () => import('../features/claims/ClaimFormScreen.vue'),
    props: true,
  },
  {
    path: '/claims',
    name: 'claims',
    component: () => import('../features/claims-list/ClaimsScreen.vue'),
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
