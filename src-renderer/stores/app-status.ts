import { defineStore } from 'pinia'
import { computed, shallowRef, watchEffect } from 'vue'
import type { Failure } from '#shared/failure.ts'
import type { AppStatus, KeyTrouble } from '#shared/contract/app-status.ts'
import type { OfficerStatus } from '#shared/contract/officers.ts'
import { statusesOf } from '#shared/domain/practice-statuses.ts'
import { noAgreedLinks, practiceLinks, type AgreedLinks } from '#shared/domain/stand-in.ts'
import { defaultSettings, insurerIn, placeOf } from '#shared/settings.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { isInPractice } from '#renderer/i18n/index.ts'

/** What main reports about this installation: settings, environment, storage, key, practice server. */
export const useAppStatus = defineStore('app-status', () => {
  const status = shallowRef<AppStatus | null>(null)
  const failure = shallowRef<Failure | null>(null)

  const environment = computed(() => status.value?.environment ?? 'practice')
  const settings = computed(() => status.value?.settings ?? defaultSettings)
  /** Whom the open environment asks, and where that is. */
  const insurer = computed(() => insurerIn(settings.value, environment.value))
  const place = computed(() => placeOf(settings.value, environment.value))
  const isPractice = computed(() => environment.value === 'practice')
  // Before the first answer of the screen that says it.
  watchEffect(() => (isInPractice.value = status.value?.environment === 'practice'), { flush: 'sync' })
  /** Where the practice server listens; null outside of practice. */
  const practicePort = computed(() => (isPractice.value ? (status.value?.practice.port ?? null) : null))
  /** Practice is simulating a lost connection. */
  const isPracticeCutOff = computed(() => isPractice.value && status.value?.practice.connected === false)
  /** Why there is no key for the address although there was one; null otherwise. */
  const keyTrouble = computed((): KeyTrouble | null => {
    const type = status.value?.key.type
    return type === 'forgotten' || type === 'other-origin' ? type : null
  })

  /** What the insurer's status values are called, and which are final. */
  const statuses = computed(() => statusesOf(environment.value, settings.value))
  const statusNames = computed(() => statuses.value.names)
  const finalStatuses = computed(() => statuses.value.finals)

  /** Whether the open environment has a file store: files are then uploaded automatically, and need no links. */
  const hasFileStore = computed(() => status.value?.hasFileStore ?? false)
  /** The links that head office agreed with the insurer to send in place of evidence. */
  const agreedLinks = computed((): AgreedLinks =>
    isPractice.value ? practiceLinks : (status.value?.settings ?? noAgreedLinks),
  )

  /** Whether stored data may be shown: an officer is signed in, or no sign-in is needed. */
  const isOpen = computed(() => {
    const officers = status.value?.officers.type
    return officers === 'off' || officers === 'signed-in'
  })

  let announcements = 0
  async function read(): Promise<void> {
    const before = announcements
    const all = await askMain('app:status')
    // What was announced meanwhile may be newer than this answer.
    if (announcements !== before) {
      await read()
      return
    }
    if (all.ok) status.value = all.value
    failure.value = all.ok ? null : all.error
  }

  /** Reads the status and keeps it up to date. @returns the disposer of the subscription. */
  async function start(): Promise<() => void> {
    const stop = window.bridge.on('app:status-changed', (news) => {
      announcements += 1
      if (status.value !== null) status.value = { ...status.value, ...news }
      // Main that announces answers again.
      else if (failure.value !== null) void read()
    })
    await read()
    return stop
  }

  /** Takes main's answer about officers at once: its announcement may come later than the answer. */
  function takeOfficers(officers: OfficerStatus): void {
    if (status.value !== null) status.value = { ...status.value, officers }
  }

  return {
    status,
    failure,
    environment,
    insurer,
    place,
    practicePort,
    isPractice,
    isPracticeCutOff,
    keyTrouble,
    statusNames,
    finalStatuses,
    hasFileStore,
    agreedLinks,
    isOpen,
    start,
    takeOfficers,
  }
})
