import { computed, type ComputedRef } from 'vue'
import { useRouter } from 'vue-router'
import {
  commands,
  commandWords,
  type CommandCondition,
  type CommandGroup,
  type CommandId,
} from '#shared/commands.ts'
import type { Failure } from '#shared/failure.ts'
import type { Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { announce } from '#renderer/ui/announcer.ts'
import { useLeaving } from '#renderer/composables/useLeaving.ts'
import { t } from '#renderer/i18n/index.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useClaims } from '#renderer/stores/claims.ts'
import { useEngine } from '#renderer/stores/engine.ts'
import { useOfficers } from '#renderer/stores/officers.ts'
import { useCommandLayer, type Wish } from '#renderer/commands/command-layer.ts'

/** A command that is available now. */
export interface Command {
  readonly id: CommandId
  readonly group: CommandGroup
  readonly label: string
  /** Other words that it is found by. */
  readonly words: string
  readonly shortcut: string | null
}

/** The commands available in the current state, and the function that runs one. */
export function useCommands() {
  const conditions = useConditions()
  const actions = useActions()
  const layer = useCommandLayer()
  const available = computed((): readonly Command[] =>
    commands
      .filter(({ when }) => conditions.value[when])
      .map(({ id, group, shortcut }) => ({
        id,
        group,
        shortcut,
        label: t(`commands.label.${id}`),
        words: commandWords[id] ?? '',
      })),
  )
  /** Does nothing if the command is not available. */
  async function run(id: CommandId): Promise<void> {
    const command = available.value.find((known) => known.id === id)
    if (command === undefined) return
    const result = await actions[id]()
    if (result === null) return
    layer.failure = result.ok ? null : result.error
    if (result.ok) await announce(t('commands.announced', { label: command.label }))
  }
  return { available, run }
}

function useConditions(): ComputedRef<Readonly<Record<CommandCondition, boolean>>> {
  const layer = useCommandLayer()
  const app = useAppStatus()
  const engine = useEngine()
  const officers = useOfficers()
  return computed(() => {
    const isPaused = engine.status?.holds.some(({ type }) => type === 'paused') ?? false
    return {
      always: true,
      officers: officers.current !== null,
      managers: officers.isManager,
      'claim-in-hand': layer.slip !== null,
      'claim-to-copy': layer.another !== null,
      'claim-of-list': layer.steps !== null,
      sending: !isPaused,
      paused: isPaused,
      'practice-connected': app.isPractice && !app.isPracticeCutOff,
      'practice-cut-off': app.isPracticeCutOff,
    }
  })
}

/** Null if the effect is visible and needs no message. */
type Outcome = Promise<Result<unknown, Failure> | null>

function useActions(): Readonly<Record<CommandId, () => Outcome>> {
  const router = useRouter()
  const layer = useCommandLayer()
  const engine = useEngine()
  const claims = useClaims()
  const leave = useLeaving()
  const go = (path: string) => async (): Outcome => {
    await router.push(path)
    return null
  }
  const wishAt = (path: string, wish: Wish) => async (): Outcome => {
    layer.wish = wish
    return await go(path)()
  }
  // Navigating to the current route would change nothing and leave a just submitted claim on the screen.
  const begin = (path: string) => async (): Outcome => {
    if (router.currentRoute.value.path === path) await router.replace('/claims/new')
    return await go(path)()
  }
  const now = (act: () => void) => (): Outcome => {
    act()
    return Promise.resolve(null)
  }
  const show = (what: 'palette' | 'shortcuts') => now(() => (layer.shown = what))
  return {
    'new-claim': go('/claims/new'),
    'new-keke': begin('/claims/new/keke'),
    'new-okada': begin('/claims/new/okada'),
    'look-up': wishAt('/claims', 'look-up'),
    slip: now(() => layer.slip?.()),
    'another-vehicle': now(() => layer.another?.()),
    previous: now(() => layer.steps?.previous?.()),
    next: now(() => layer.steps?.next?.()),
    'print-list': wishAt('/claims', 'print-list'),
    'save-list': wishAt('/claims', 'save-list'),
    'refresh-claims': async () => {
      await router.push('/claims')
      await claims.refresh()
      return null
    },
    'go-home': go('/'),
    'go-needs-you': go('/claims?show=needs-you'),
    'go-drafts': go('/claims?show=drafts'),
    'go-claims': go('/claims?show=all'),
    'go-pharmacies': go('/pharmacies'),
    'go-sent': go('/pharmacies/sent'),
    'go-connection': go('/connection'),
    'go-day-report': go('/day-report'),
    'go-settings': go('/settings'),
    'go-kept-data': go('/settings/kept-data'),
    'go-backup': go('/settings/backup'),
    'try-now': () => engine.tryNow(),
    pause: () => engine.pause(true),
    resume: () => engine.pause(false),
    'cut-off': () => askMain('practice:connect', { connected: false }),
    connect: () => askMain('practice:connect', { connected: true }),
    lock: async () => {
      await leave()
      return null
    },
    palette: show('palette'),
    shortcuts: show('shortcuts'),
    help: go('/help'),
    'back-up': wishAt('/settings/backup', 'backup'),
    'look-for-updates': wishAt('/settings/this-computer', 'updates'),
    'support-report': wishAt('/settings/this-computer', 'report'),
  }
}
