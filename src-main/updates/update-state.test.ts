import { describe, expect, it } from 'vitest'
import type { UpdateStatus } from '#shared/updates.ts'
import { nextUpdateStatus, type UpdateEvent } from './update-state.ts'

const at = '2026-11-20T09:00:00.000Z'
const version = '0.2.0'

const states: readonly UpdateStatus[] = [
  { type: 'off', reason: 'no-feed' },
  { type: 'idle', checkedAt: null },
  { type: 'checking' },
  { type: 'downloading', version, percent: 0 },
  { type: 'ready', version },
  { type: 'waiting', version },
  { type: 'installing', version },
  { type: 'failed', reason: 'unreachable' },
]
const events: Readonly<Record<string, UpdateEvent>> = {
  'switched on': { type: 'switched', off: null },
  'switched off': { type: 'switched', off: 'no-feed' },
  check: { type: 'check' },
  none: { type: 'none', at },
  found: { type: 'found', version },
  progress: { type: 'progress', percent: 40 },
  downloaded: { type: 'downloaded' },
  withdrawn: { type: 'withdrawn' },
  install: { type: 'install' },
  drained: { type: 'drained' },
  'not now': { type: 'not-now' },
  failed: { type: 'failed', reason: 'damaged' },
}

/** Where each event leads from each state; combinations not listed leave the state object unchanged. */
const leads: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  off: { 'switched on': 'idle', 'switched off': 'off' },
  idle: { 'switched on': 'idle', 'switched off': 'off', check: 'checking' },
  checking: {
    'switched on': 'idle',
    'switched off': 'off',
    none: 'idle',
    found: 'downloading',
    failed: 'failed',
  },
  downloading: {
    'switched on': 'idle',
    'switched off': 'off',
    progress: 'downloading',
    downloaded: 'ready',
    failed: 'failed',
  },
  ready: {
    'switched on': 'idle',
    'switched off': 'off',
    withdrawn: 'idle',
    install: 'waiting',
    failed: 'failed',
  },
  waiting: {
    'switched on': 'idle',
    'switched off': 'off',
    drained: 'installing',
    withdrawn: 'idle',
    'not now': 'ready',
    failed: 'failed',
  },
  installing: { 'not now': 'ready', failed: 'failed' },
  failed: { 'switched on': 'idle', 'switched off': 'off', check: 'checking', failed: 'failed' },
}

describe('an update', () => {
  it.each(
    states.flatMap((state) => Object.entries(events).map(([name, event]) => [state, name, event] as const)),
  )('$type: goes where the chart says on "%s"', (state, name, event) => {
    const next = nextUpdateStatus(state, event)
    const expected = leads[state.type]?.[name]
    if (expected === undefined) expect(next).toBe(state)
    else {
      expect(next.type).toBe(expected)
      expect(next).not.toBe(state)
    }
  })

  it('is installed only when no attempt is in flight and none can start', () => {
    const ways = states.flatMap((state) =>
      Object.values(events)
        .filter(
          (event) => state.type !== 'installing' && nextUpdateStatus(state, event).type === 'installing',
        )
        .map((event) => [state.type, event.type]),
    )
    expect(ways).toEqual([['waiting', 'drained']])
  })
})
