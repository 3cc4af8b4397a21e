import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import * as v from 'valibot'
import { projectRoot } from '../../scripts/project-root.ts'
import { LoadNews, type LoadNewsItem, type LoadOrder, type Memory } from './load-messages.ts'

type Received = Extract<LoadNewsItem, { news: 'received' }>

/** The spec's handle on the load process. */
export class LoadProcess {
  readonly #child: ChildProcess
  #done: (memory: Memory) => void = () => undefined

  constructor(onReceived: (news: Received) => void) {
    const program = join(projectRoot, 'e2e/support/load-process.ts')
    this.#child = fork(program, [], {
      execArgv: ['--disable-warning=ExperimentalWarning', '--expose-gc'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child.on('message', (message) => {
      const item = v.parse(LoadNews, message)
      if (item.news === 'done') this.#done(item.memory)
      else onReceived(item)
    })
  }

  /** Sends an order. @returns the memory of the process after the order and a garbage collection. */
  async order(order: LoadOrder): Promise<Memory> {
    const done = new Promise<Memory>((resolve) => (this.#done = resolve))
    this.#child.send(order)
    return await done
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }
}
