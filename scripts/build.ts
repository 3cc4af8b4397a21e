import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './project-root.ts'
import { toolFile } from './tool-file.js'

const sources = [
  'src-main',
  'src-preload',
  'src-renderer',
  'src-shared',
  'electron.vite.config.ts',
  'scripts/shell-first.ts',
  'package-lock.json',
]
const results = ['out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html']

function newestMs(path: string): number {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))))
}

/** Whether a built file is missing or older than what it is built from. */
export function isBuildStale(root = projectRoot): boolean {
  const built = results.map((name) => join(root, name))
  if (!built.every((path) => existsSync(path))) return true
  const oldestResult = Math.min(...built.map((path) => statSync(path).mtimeMs))
  const used = sources.map((name) => join(root, name)).filter((path) => existsSync(path))
  return Math.max(...used.map(newestMs)) > oldestResult
}

/**
 * Builds main, preload and page.
 * @returns null, or what the build said when it failed.
 */
export function build(root = projectRoot): string | null {
  const run = spawnSync(process.execPath, [toolFile('electron-vite'), 'build', '--logLevel', 'warn'], {
    cwd: root,
    encoding: 'utf8',
  })
  return run.status === 0 ? null : `${run.stdout}${run.stderr}`
}
