import { existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import type { ManagedProblem } from '#shared/managed-settings.ts'
import { plainText } from '#main/platform/plain-text.ts'
import { managedConfigOf } from '#main/settings/managed/managed-config.ts'
import { FieldsSchema } from '#main/settings/settings-file.ts'
import { enOrganisation } from '#renderer/i18n/en-organisation.ts'

const words = enOrganisation.managed

/**
 * Reads a file of managed settings as a computer does at its start, and says what applies and what is wrong. A comma
 * too many stops every computer: none sends anything until it is gone.
 *
 * @returns 0 where all of it applies, 1 where something does not, 2 where a computer could read nothing of it
 */
export function checkPolicy(file: string, say: (line: string) => void): number {
  const text = existsSync(file) ? plainText(readFileSync(file)) : null
  const fields = text === null ? null : v.safeParse(FieldsSchema, text)
  if (fields?.success !== true) {
    say(`${file} cannot be read: ${fields === null ? 'it is no plain text' : 'it is no JSON object'}.`)
    say('With it, computers would send nothing until it is right.')
    return 2
  }
  const { fields: applied, problems } = managedConfigOf('file', file, fields.output).managed
  for (const problem of problems) for (const line of linesOf(problem)) say(line)
  say(`Applies: ${applied.length === 0 ? 'nothing' : applied.join(', ')}.`)
  return problems.length === 0 ? 0 : 1
}

function linesOf(problem: ManagedProblem): readonly string[] {
  switch (problem.type) {
    case 'not-read':
      return [words.unread]
    case 'bad-value':
      return [
        words['bad-value'].replace('{field}', problem.field),
        `  ${words['bad-value-todo'].replace('{allowed}', words.allowed[problem.field])}`,
      ]
    case 'not-needed':
      return [words['not-needed'].replace('{name}', problem.name), `  ${words['not-needed-todo']}`]
    case 'unknown-field':
    case 'looks-secret': {
      const { type, name } = problem
      const said = name === null ? words[`${type}-unnamed`] : words[type].replace('{name}', name)
      return [said, `  ${words[`${type}-todo`]}`]
    }
  }
}
