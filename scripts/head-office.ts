/*
 * The commands of head office: npm run head-office -- COMMAND … in a checkout, node head-office.mjs COMMAND … beside a
 * release (docs/provisioning.md).
 */
import { askSecret } from './head-office/ask.ts'
import { headOffice } from './head-office/commands.ts'

try {
  process.exitCode = await headOffice(process.argv.slice(2), {
    ask: askSecret,
    say: (line) => process.stdout.write(`${line}\n`),
    now: () => new Date(),
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
