import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { readFields } from '#main/office/settings/managed/managed-fields.ts'
import { FieldsSchema } from '#main/office/settings/settings-file.ts'
import { enOrganisation } from '#renderer/i18n/en-organisation.ts'
import type { ManagedFlaw, ManagedProblem } from '#shared/managed-settings.ts'
import { lineOfError } from './values.ts'

const words = enOrganisation.managed
/** As on the computer. */
const mostBytes = 65_536

/**
 * Reads a policy as a computer would, and says what it would.
 * @returns 0 where all of it applies, 1 where not, 2 where nothing can be read
 */
export function checkPolicy(file: string, say: (line: string) => void): 0 | 1 | 2 {
  const bytes = contentOf(file)
  if (bytes === null) {
    say(`${file} cannot be read.`)
    return 2
  }
  const fields = v.safeParse(FieldsSchema, bytes.toString('utf8'))
  if (bytes.length > mostBytes || !fields.success) {
    const why = bytes.length > mostBytes ? 'too-long' : 'not-json'
    say(`${wordsOf({ type: 'not-read', why })}${lineOfError(bytes.toString('utf8'))}`)
    say('Until it is right, nothing is sent on a computer that has it.')
    return 2
  }
  const { values, problems } = readFields(fields.output)
  for (const problem of problems) say(wordsOf(problem))
  const applying = Object.keys(values)
  say(applying.length === 0 ? 'Nothing applies.' : `Applies: ${applying.join(', ')}.`)
  return problems.length === 0 ? 0 : 1
}

function contentOf(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}

/** As Settings says it (`managedProblemWords`). */
function wordsOf(problem: ManagedProblem): string {
  const filled = (text: string, name: string): string => text.replace(/\{(field|name|allowed)\}/, name)
  switch (problem.type) {
    case 'not-read':
      return notRead(problem.why)
    case 'bad-value': {
      const { field } = problem
      return `${filled(words['bad-value'], field)}. ${filled(words['bad-value-todo'], words.allowed[field])}`
    }
    case 'unknown-field':
    case 'looks-secret': {
      const { name, type } = problem
      const title = name === null ? words[`${type}-unnamed`] : filled(words[type], name)
      return `${title}. ${words[`${type}-todo`]}`
    }
  }
}

function notRead(why: ManagedFlaw): string {
  const { title, text } = words['not-read'][why]
  return `${title}. ${text}`
}
