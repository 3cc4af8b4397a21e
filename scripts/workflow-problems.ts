import { registerHooks } from 'node:module'
import { TextDocument } from 'vscode-languageserver-textdocument'

// The language service was written for bundlers: it imports its schema without saying that it is JSON.
registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context)
    return specifier.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found
  },
})

/** A problem in a workflow, with its line, counted from 1. */
export interface WorkflowProblem {
  readonly line: number
  readonly message: string
}

let documents = 0

/**
 * Problems that GitHub's language service finds in a workflow: unknown and missing keys, jobs that need an unknown
 * job, expressions that do not parse or name what does not exist. It works offline, so inputs of actions are unchecked.
 */
export async function workflowProblems(text: string): Promise<readonly WorkflowProblem[]> {
  const { registerLogger, validate } = await import('@actions/languageservice')
  const failures: string[] = []
  const nothing = (): void => undefined
  // It reports its internal errors only to its logger and then finds nothing more.
  registerLogger({ error: (message) => failures.push(message), warn: nothing, info: nothing, log: nothing })
  // It caches documents by their address.
  documents += 1
  const address = `file:///.github/workflows/${documents}.yml`
  const found = await validate(TextDocument.create(address, 'yaml', 1, text))
  return [
    ...failures.map((message) => ({ line: 1, message })),
    ...found.map(({ range, message }) => ({
      line: range.start.line + 1,
      message: typeof message === 'string' ? message : message.value,
    })),
    ...unpinnedActions(text),
    ...protectionsSwitchedOff(text),
  ]
}

const switchesOff =
  /\bsysctl\s+(?:-w|--write)|--(?:no|disable-setuid)-sandbox|ELECTRON_DISABLE_SANDBOX|\baa-(?:teardown|disable|complain)\b|\bsetenforce\b|\bMpPreference\b|\bspctl\s+--\S*disable/

/** A test without the machine's protections passes here and fails on officers' computers. */
function protectionsSwitchedOff(text: string): readonly WorkflowProblem[] {
  return text.split('\n').flatMap((line, index) => {
    const found = switchesOff.exec(line.replace(/^\s*#.*/, ''))?.[0]
    return found === undefined
      ? []
      : [{ line: index + 1, message: `${found} switches a protection of the machine off` }]
  })
}

/** The owner of a tag can move it to other code; a commit cannot change. */
function unpinnedActions(text: string): readonly WorkflowProblem[] {
  return text.split('\n').flatMap((line, index) => {
    const action = /^\s*(?:- )?uses:\s*(\S+)/.exec(line)?.[1]
    const isPinned = action === undefined || action.startsWith('./') || /@[0-9a-f]{40}$/.test(action)
    return isPinned ? [] : [{ line: index + 1, message: `${action} is not pinned to a commit` }]
  })
}
