import * as v from 'valibot'

/** What the reporter of a self-check is told by the command. */
export interface SelfCheckTask {
  readonly resultFile: string
  /** The first lines of the result. */
  readonly head: readonly string[]
}

const taskVariable = 'CLAIMS_DESK_SELF_CHECK'
const TaskSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ resultFile: v.string(), head: v.array(v.string()) }),
)

/** The environment that hands a task on. */
export function environmentOf(task: SelfCheckTask): Readonly<Record<string, string>> {
  return { [taskVariable]: JSON.stringify(task) }
}

/** @throws where there is no task. */
export function readTask(env: Readonly<Record<string, string | undefined>>): SelfCheckTask {
  return v.parse(TaskSchema, env[taskVariable])
}
