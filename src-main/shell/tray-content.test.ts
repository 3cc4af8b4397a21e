import { describe, expect, it } from 'vitest'
import { createTray, opensByClick, trayMenu, trayTooltip, type TrayActions, type TrayState } from './tray.ts'

const quiet: TrayState = { waiting: 0, needsYou: 0, paused: false, environment: 'live' }

const onOpen = (): void => undefined

/** Presses the menu item with this label; answers what was called. */
function press(state: TrayState, label: string): string[] {
  const called: string[] = []
  const actions: TrayActions = {
    onOpen: () => called.push('open'),
    onNewClaim: () => called.push('new-claim'),
    onClaims: () => called.push('claims'),
    onPause: (paused) => called.push(paused ? 'pause' : 'resume'),
    onQuit: () => called.push('quit'),
  }
  const item = trayMenu(state, actions).find((one) => one.label === label)
  if (item?.click === undefined) throw new Error(`no such item: ${label}`)
  Reflect.apply(item.click, undefined, [])
  return called
}

describe('the tray', () => {
  it('says in words how many are not received, and how many need somebody', () => {
    expect(trayTooltip(quiet)).toBe('Claims Desk\nNothing waits.')
    expect(trayTooltip({ ...quiet, waiting: 1 })).toContain('1 item is not yet received.')
    expect(trayTooltip({ ...quiet, waiting: 3, needsYou: 2, paused: true })).toBe(
      'Claims Desk\n3 items are not yet received.\n2 need you.\nSending is paused.',
    )
  })

  it('says when nothing reaches the insurer', () => {
    expect(trayTooltip({ ...quiet, environment: 'practice' })).toContain('nothing reaches the insurer')
  })

  it('says nothing of a queue that is not open: neither that nothing waits, nor where it would go', () => {
    expect(trayTooltip(null)).toBe('Claims Desk\nOpen Claims Desk to see what is waiting.')
    const press = { onOpen, onNewClaim: onOpen, onClaims: onOpen, onPause: onOpen, onQuit: onOpen }
    const labels = trayMenu(null, press).flatMap(({ label = [] }) => label)
    expect(labels).toEqual(['Open Claims Desk', 'Quit'])
  })

  it('counts what waits on its icon too, and is drawn anew only where something changed', () => {
    const drawn: unknown[] = []
    const nativeImage = { createFromDataURL: () => ({ resize: () => null }) }
    const Menu = { buildFromTemplate: ({ length }: readonly unknown[]) => length }
    const app = { setBadgeCount: (count: number) => void drawn.push(count) }
    const Tray = function make() {
      return { on: onOpen, setContextMenu: onOpen, setToolTip: (text: string) => void drawn.push(text) }
    }
    const actions = { onOpen, onNewClaim: onOpen, onClaims: onOpen, onPause: onOpen, onQuit: onOpen }
    const show = createTray({ app, Menu, nativeImage, Tray } as never, actions)
    drawn.length = 0
    for (const state of [{ ...quiet, waiting: 2 }, { ...quiet, waiting: 2 }, quiet]) show(state)
    const two = 'Claims Desk\n2 items are not yet received.'
    expect(drawn).toEqual([two, 2, 'Claims Desk\nNothing waits.', 0])
  })

  it('offers to pause, or to resume when paused', () => {
    expect(press(quiet, 'Pause sending')).toEqual(['pause'])
    expect(press({ ...quiet, paused: true }, 'Resume sending')).toEqual(['resume'])
  })
})

it('a click on the icon opens the window, except on macOS, where it opens the menu', () => {
  expect((['linux', 'win32', 'darwin'] as const).map(opensByClick)).toEqual([true, true, false])
})
