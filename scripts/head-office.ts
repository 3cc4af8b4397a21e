/*
 * npm run head-office -- COMMAND …: head office's tools (docs/provisioning.md). `scripts/pack-head-office.ts` makes one
 * file of it, head-office.mjs, which needs no checkout: nothing here may ask for anything beside it.
 */
import { askSecret } from './head-office/ask.ts'
import { headOffice } from './head-office/commands.ts'
import { bytesAt } from './head-office/web.ts'

const isFromCheckout = process.env['npm_lifecycle_event'] === 'head-office'
// npm goes to the checkout; the files that somebody names are where they are.
if (isFromCheckout) process.chdir(process.env['INIT_CWD'] ?? '.')
try {
  process.exitCode = await headOffice(process.argv.slice(2), {
    program: isFromCheckout ? 'npm run head-office --' : 'node head-office.mjs',
    ask: askSecret,
    say: (line) => process.stdout.write(`${line}\n`),
    now: () => new Date(),
    bytesAt,
  })
} catch (error) {
  process.stderr.write(`${wordsOf(error)}\n`)
  // 1 says of a table or a policy that something is to be seen to.
  process.exitCode = 2
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!('path' in error && 'code' in error)) return error.message
  const file = String(error.path)
  if (error.code === 'ENOENT') return `There is no ${file}.`
  return error.code === 'EACCES' ? `${file} may not be read or written by this account.` : error.message
}
