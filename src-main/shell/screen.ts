/** The part of `app.commandLine` that is used here. */
interface GivenSwitches {
  hasSwitch(name: string): boolean
}

/**
 * Whether Linux has no screen for the application. Electron then ends before it is ready, but runs our code first
 * (electron_browser_main_parts.cc): the reason can be said in words.
 */
export function isWithoutScreen(
  { platform, env }: Pick<NodeJS.Process, 'platform' | 'env'>,
  commandLine: GivenSwitches,
): boolean {
  if (platform !== 'linux') return false
  // Who chooses how Chromium draws knows where.
  if (['headless', 'ozone-platform'].some((name) => commandLine.hasSwitch(name))) return false
  return ['DISPLAY', 'WAYLAND_DISPLAY'].every((name) => (env[name] ?? '') === '')
}
