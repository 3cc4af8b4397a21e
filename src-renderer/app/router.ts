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
    // A policy number contains slashes, which are encoded in the address.
    path: '/claims/:product(keke|okada)/:policy',
    name: 'claim',
    component: () => import('../features/claim-detail/ClaimDetailScreen.vue'),
    props: true,
  },
  {
    path: '/drafts/:id',
    name: 'draft',
    component: () => import('../features/claims/ClaimFormScreen.vue'),
    props: true,
  },
  {
    path: '/drafts',
    name: 'drafts',
    component: () => import('../features/drafts/DraftsScreen.vue'),
  },
  {
    path: '/to-correct',
    name: 'to-correct',
    component: () => import('../features/to-correct/ToCorrectScreen.vue'),
  },
  { path: '/outbox', name: 'outbox', component: () => import('../features/outbox/OutboxScreen.vue') },
  {
    path: '/outbox/:id/sure',
    name: 'how-sure',
    component: () => import('../features/how-sure/HowSureScreen.vue'),
    props: true,
  },
  {
    path: '/close-of-day',
    name: 'close-of-day',
    component: () => import('../features/close-of-day/CloseOfDayScreen.vue'),
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
    meta: { usesPageData: true },
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
        path: 'this-computer',
        component: () => import('../features/settings/ThisComputerSection.vue'),
      },
      { path: 'connection', component: () => import('../features/settings/ConnectionSettings.vue') },
      {
        path: 'printing',
        component: () => import('../features/settings/SettingsCard.vue'),
        props: { card: 'printing' },
      },
      { path: 'notifications', component: () => import('../features/settings/NotificationsSection.vue') },
      { path: 'officers', component: () => import('../features/officers/OfficersSection.vue') },
      { path: 'data', component: () => import('../features/settings/DataSection.vue') },
      { path: 'advanced', component: () => import('../features/settings/AdvancedSection.vue') },
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
