import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'

/** Our item, by the attributes that Chromium gives its own. */
const attributes = ['application', 'claims-desk-stand-in']
const timeoutMs = 10_000

/**
 * The text that the desktop's real keyring holds for us, made and stored where it holds none, as Chromium does.
 * `locked`: it is there and does not open. null: there is no keyring on the session's bus.
 */
export function secretServiceText(): string | null {
  const found = secretTool(['lookup', ...attributes])
  if (found.status === 0) return found.stdout
  if (found.stderr.includes('locked')) return 'locked'
  // Nothing was found, and nothing was wrong.
  if (found.stderr !== '') return null
  const made = randomBytes(16).toString('base64')
  const stored = secretTool(['store', '--label=Claims Desk', ...attributes], made)
  return stored.status === 0 ? made : 'locked'
}

function secretTool(
  args: readonly string[],
  input = '',
): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync('secret-tool', args, {
    input,
    encoding: 'utf8',
    timeout: timeoutMs,
  })
  return { status, stdout: stdout.trim(), stderr: stderr.trim() }
}
