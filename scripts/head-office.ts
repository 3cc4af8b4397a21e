/*
 * npm run head-office -- COMMAND …: the files by which head office sets computers up and replaces their keys
 * (docs/provisioning.md). Nothing but this checkout and its Node is needed.
 */
import { askSecret } from './head-office/ask.ts'
import { headOffice } from './head-office/commands.ts'

try {
  await headOffice(process.argv.slice(2), {
    ask: askSecret,
    say: (line) => process.stdout.write(`${line}\n`),
    now: () => new Date(),
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
