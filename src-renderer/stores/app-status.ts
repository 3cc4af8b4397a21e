import { defineStore } from 'pinia'
import { computed, shallowRef, watchEffect } from 'vue'
import type { Failure } from '#shared/failure.ts'
import type { AppStatus, ConnectAnswer, KeyStatus, KeyTrouble } from '#shared/contract/app-status.ts'
import type { OfficerStatus } from '#shared/contract/officers.ts'
import type { RequestInput } from '#shared/contract/calls.ts'
import type { Result } from '#shared/result.ts'
import { statusesOf } from '#shared/domain/practice-statuses.ts'
import { noAgreedLinks, practiceLinks, type AgreedLinks } from '#shared/domain/stand-in.ts'
import { defaultSettings, insurerIn, placeOf, type SettingsPatch } from '#shared/settings.ts'
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

  /** What the insurer's status values are called. */
  const statusNames = computed(() => statusesOf(environment.value, settings.value).names)

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

  function take(result: Result<AppStatus, Failure>): Result<AppStatus, Failure> {
    if (result.ok) status.value = result.value
    return result
  }

  /** Reads the status and keeps it up to date. @returns the disposer of the subscription. */
  async function start(): Promise<() => void> {
    const stop = window.bridge.on('app:status-changed', (news) => {
      status.value = news
      failure.value = null
    })
    const first = take(await askMain('app:status'))
    failure.value = first.ok ? null : first.error
    return stop
  }

  /** Takes main's answer about officers at once: its announcement may come later than the answer. */
  function takeOfficers(officers: OfficerStatus): void {
    if (status.value !== null) status.value = { ...status.value, officers }
  }

  /** Asks main to open its files again. */
  async function retryStorage(): Promise<Result<AppStatus, Failure>> {
    return take(await askMain('app:storage-retry'))
  }

  /** Changes settings; the new status follows from main's answer. */
  async function changeSettings(patch: SettingsPatch): Promise<Result<AppStatus, Failure>> {
    return take(await askMain('settings:change', patch))
  }

  /** Opens an environment of the insurer if address and key work. The key cannot be read back. */
  async function connect(
    asked: RequestInput<'environment:connect'>,
  ): Promise<Result<ConnectAnswer, Failure>> {
    const result = await askMain('environment:connect', asked)
    if (result.ok && result.value.type === 'connected') status.value = result.value.status
    return result
  }

  /** Sets the key of the open environment. It cannot be read back. */
  async function setKey(key: string): Promise<Result<KeyStatus, Failure>> {
    return takeKey(await askMain('key:set', { key }))
  }

  /** Removes the key of the open environment from this computer. */
  async function clearKey(): Promise<Result<KeyStatus, Failure>> {
    return takeKey(await askMain('key:clear'))
  }

  function takeKey(result: Result<KeyStatus, Failure>): Result<KeyStatus, Failure> {
    if (result.ok && status.value !== null) status.value = { ...status.value, key: result.value }
    return result
  }

  /** Practice only: lets its server answer, or simulates a lost connection. */
  async function connectPractice(connected: boolean): Promise<Result<null, Failure>> {
    const result = await askMain('practice:connect', { connected })
    if (result.ok && status.value !== null) {
      status.value = { ...status.value, practice: { ...status.value.practice, connected } }
    }
    return result
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
    hasFileStore,
    agreedLinks,
    isOpen,
    start,
    takeOfficers,
    retryStorage,
    changeSettings,
    connect,
    setKey,
    clearKey,
    connectPractice,
  }
})
