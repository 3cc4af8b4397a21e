import type { App } from 'electron'

const variable = 'CLAIMS_DESK_POLICY_FILE'

/**
 * A policy's file for tests, named by a variable; null in every packaged application, whatever its program is called:
 * Electron calls an application packaged unless its program is named `electron`, and anybody can copy and rename one.
 */
export function testPolicyFile(
  app: Pick<App, 'isPackaged' | 'getAppPath'>,
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  if (app.isPackaged || app.getAppPath().endsWith('.asar')) return null
  const file = env[variable] ?? ''
  return file === '' ? null : file
}
