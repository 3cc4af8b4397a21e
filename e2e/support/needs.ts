import { spawnSync } from 'node:child_process'
import type { TestType } from '@playwright/test'
import { tinyproxy } from '#testing/real-proxy.ts'
import { testedElectron } from '../../scripts/test-host.ts'
import { missingPrograms } from './keyrings.ts'

const isElectron = testedElectron() !== null
const isLinux = process.platform === 'linux'
const isRoot = process.getuid?.() === 0
const canMount = (): boolean =>
  isLinux && spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

interface Need {
  readonly isMet: () => boolean
  readonly reason: string
}

/**
 * Everything that a test may need of the machine and not find: the only places where a test is left out. Each says why
 * it cannot be had there, and where else the same is shown.
 */
export const needs = {
  'processes of Linux': {
    isMet: () => isLinux,
    reason: 'It looks at processes through /proc, or ends them by a signal: the other systems have neither.',
  },
  'limits of Linux': {
    isMet: () => isLinux,
    reason: 'prlimit, named pipes and mounts are Linux’s; main does the same on every system.',
  },
  'a system that may lack a screen': {
    isMet: () => isLinux,
    reason: 'On Windows and macOS whoever runs a program has one.',
  },
  'a disk to mount': {
    isMet: canMount,
    reason: 'Mounting needs root; faults.spec.ts shows the same way out without it.',
  },
  'modes of files': {
    isMet: () => process.platform !== 'win32' && !(isElectron && isRoot),
    reason:
      'Windows has none, and root passes over them: Electron is not started with fewer rights than the test.',
  },
  'an entry for the start at login': {
    isMet: () => isLinux,
    reason: 'Elsewhere the system keeps it: a test would change the account it runs in.',
  },
  'an installer that is a script': {
    isMet: () => process.platform !== 'win32',
    reason: 'Windows starts programs alone; updater-windows.test.ts shows what a real one is started with.',
  },
  'a policy in a file': {
    isMet: () => process.platform !== 'win32',
    reason:
      'Windows has it in its registry, which is the administrator’s; windows-policy.test.ts shows its reading.',
  },
  'GNOME’s keyring': {
    isMet: () => isElectron && isLinux && missingPrograms().length === 0,
    reason:
      'It is Electron that asks it, and dbus-daemon, gnome-keyring-daemon and gdbus have to be installed.',
  },
  'any keyring': {
    isMet: () => !isElectron || !isLinux || missingPrograms().length === 0,
    reason: 'GNOME’s keyring is not installed, and Electron asks for no other on Linux.',
  },
  'a file that plays the keyring': {
    isMet: () => !isElectron,
    reason: 'Electron asks the system’s own keyring: the tests with GNOME’s show the same there.',
  },
  'windows that are remembered': {
    isMet: () => isElectron,
    reason:
      'Electron itself remembers where a window was: the stand-in does not, window-options.test.ts asks for it.',
  },
  tinyproxy: {
    isMet: () => isLinux && tinyproxy.path !== undefined,
    reason: 'tinyproxy is not installed; through-proxy.test.ts shows the same with a proxy of its own.',
  },
} as const satisfies Readonly<Record<string, Need>>

/** Leaves out the test, or all tests of the describe block or the file it is called in, where a need is not met. */
export function need<T extends object, W extends object>(
  test: TestType<T, W>,
  name: keyof typeof needs,
): void {
  const { isMet, reason } = needs[name]
  test.skip(!isMet(), reason)
}

/** Whether a file's mode says who may read it: on Windows it is the same for every user. */
export const hasModes = process.platform !== 'win32'
/** Whether the system seals files with a keyring that no start can be without: the test cannot open them. */
export const isKeyringAlwaysThere = isElectron && !isLinux
/** Whether Chromium is a process of its own beside main. In Electron main is Chromium's process too. */
export const isBrowserApart = !isElectron
