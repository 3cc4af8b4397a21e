import { join } from 'node:path'
import { projectRoot } from '../../scripts/project-root.ts'
import { smokeStart } from '../../scripts/smoke-start.ts'
import { testedElectron } from '../../scripts/test-host.ts'
import { expect, test } from '../support/fixtures.ts'
import { hostEnvironment } from '../support/host-environment.ts'

function commandFor(appDir: string): [string, ...string[]] {
  const electron = testedElectron()
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  if (electron !== null) return [electron, appDir, ...sandbox]
  const host = ['--disable-warning=ExperimentalWarning', join(projectRoot, 'e2e/host/run.ts')]
  return [process.execPath, ...host, join(appDir, 'out/main/index.js'), '--headless']
}

test('the application starts as a release is tried, and ends in good order', async ({ appDir, dataDir }) => {
  const command = commandFor(appDir)
  const env = hostEnvironment()
  expect(await smokeStart({ command, env, dataDir: join(dataDir, 'desk'), timeoutMs: 60_000 })).toEqual({
    missing: [],
    isInSandbox: true,
    // Windows has no signal that asks a program to end.
    exitCode: process.platform === 'win32' ? null : 0,
  })
})
