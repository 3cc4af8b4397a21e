import { join } from 'node:path'
import { electronProgram } from '../../scripts/electron-runtime.ts'
import { projectRoot } from '../../scripts/project-root.ts'
import { smokeStart } from '../../scripts/smoke-start.ts'
import { expect, test } from '../support/fixtures.ts'

function commandFor(appDir: string): [string, ...string[]] {
  const electron = electronProgram()
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  if (electron !== null) return [electron, appDir, ...sandbox]
  const host = ['--disable-warning=ExperimentalWarning', join(projectRoot, 'e2e/host/run.ts')]
  return [process.execPath, ...host, join(appDir, 'out/main/index.js'), '--headless']
}

test('the packed application starts as a release is tried, and ends in good order', async ({
  appDir,
  dataDir,
}) => {
  const command = commandFor(appDir)
  expect(await smokeStart({ command, dataDir: join(dataDir, 'desk'), timeoutMs: 60_000 })).toEqual({
    missing: [],
    isInSandbox: true,
    exitCode: 0,
  })
})
