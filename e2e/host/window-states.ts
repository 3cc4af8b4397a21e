import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { app } from './app.ts'

const RectangleSchema = v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number() })
const StateSchema = v.object({
  bounds: RectangleSchema,
  workArea: RectangleSchema,
  maximized: v.boolean(),
})
const LocalStateSchema = v.object({ windowStates: v.record(v.string(), StateSchema) })
export type WindowState = v.InferOutput<typeof StateSchema>

/** Where Chromium keeps what belongs to no page; Electron the places of windows too (browser_process_impl.cc). */
const localState = (): string => join(app.getPath('sessionData'), 'Local State')

let states: Record<string, WindowState> | null = null

function read(): Record<string, WindowState> {
  try {
    return v.parse(LocalStateSchema, JSON.parse(readFileSync(localState(), 'utf8'))).windowStates
  } catch {
    return {}
  }
}

/** What is remembered of a window, by its name. */
export function windowState(name: string): WindowState | null {
  states ??= read()
  return states[name] ?? null
}

export function rememberWindow(name: string, state: WindowState): void {
  states = { ...(states ?? read()), [name]: state }
}

/** To be called at the end: Electron writes ten seconds late, and a process that is killed loses what was new. */
export function writeWindowStates(): void {
  if (states === null) return
  mkdirSync(app.getPath('sessionData'), { recursive: true, mode: 0o700 })
  writeFileSync(localState(), JSON.stringify({ windowStates: states }), { mode: 0o600 })
}
