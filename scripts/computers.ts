/*
 * npm run computers -- FOLDER [--csv | --json]: how all computers stand, from the files that they write into the
 * folder of head office (`statusFolder`). Nothing but this checkout and its Node is needed.
 *
 * Ends with 0 where no computer has an alarm, 1 where one has, and 2 where the folder cannot be read.
 */
import { readComputers } from './computers/read-computers.ts'
import { asCsv, asJson, asTable } from './computers/show-computers.ts'

const args = process.argv.slice(2)
const forms = { '--csv': asCsv, '--json': asJson } as const
const isForm = (arg: string): arg is keyof typeof forms => Object.hasOwn(forms, arg)
const form = args.find(isForm)
const folders = args.filter((arg) => !isForm(arg))
const [folder] = folders

if (folder === undefined || folders.length > 1 || folder.startsWith('-')) {
  console.error('Usage: npm run computers -- FOLDER [--csv | --json]')
  process.exitCode = 2
} else {
  const now = new Date()
  const found = readComputers(folder, now)
  if (found === null) {
    console.error('The folder cannot be read.')
    process.exitCode = 2
  } else {
    const show = form === undefined ? asTable : forms[form]
    process.stdout.write(show(found, now))
    process.exitCode = found.some(({ alarms }) => alarms.length > 0) ? 1 : 0
  }
}
