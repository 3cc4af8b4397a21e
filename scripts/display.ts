import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** A display without a screen. */
export interface VirtualDisplay {
  /** For the DISPLAY variable. */
  readonly name: string
  stop(): void
}

/** Starts Xvfb on a display number that it finds free itself; it ends with `stop`. */
export async function startVirtualDisplay(program: string): Promise<VirtualDisplay> {
  const args = ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp', '-noreset']
  // Its own process group: Ctrl-C must not end the screen before a window that is still closing.
  const server = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], detached: true })
  const stop = (): void => {
    server.kill('SIGTERM')
  }
  process.once('exit', stop)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  server.once('error', reject)
  server.once('exit', () => reject(new Error('Xvfb ended before it was ready.')))
  const numbers = server.stdio[3]
  if (numbers === null || numbers === undefined || !('read' in numbers)) throw new Error('Xvfb has no pipe.')
  createInterface({ input: numbers }).once('line', resolve)
  return { name: `:${(await promise).trim()}`, stop }
}
