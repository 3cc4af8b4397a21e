import { readFileSync } from 'node:fs'
import { stdin, stderr } from 'node:process'
import { firstLineOf } from '#main/platform/first-line.ts'

/** Where secrets come from: typed on the terminal without being shown, or out of a file. */
export type AskSecret = (question: string, file: string | undefined) => Promise<string>

/** Reads a secret from a file (its first line) or from the terminal. */
export const askSecret: AskSecret = async (question, file) => {
  if (file !== undefined) {
    const line = firstLineOf(readFileSync(file))
    if (line === null) throw new Error(`${file} is not plain text. Save it as UTF-8.`)
    return line
  }
  if (!stdin.isTTY) throw new Error(`${question}: there is no terminal. Name a file that holds it.`)
  return await typed(question)
}

/** Control-C ends, the rest is what a line of a terminal does. */
function typed(question: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const end = (): void => {
      stdin.off('data', take).setRawMode(false).pause()
      stderr.write('\n')
    }
    const take = (data: Buffer): void => {
      for (const letter of data.toString('utf8')) {
        if (letter === '\r' || letter === '\n') {
          end()
          resolve(text)
          return
        }
        if (letter === '\u0003') {
          end()
          reject(new Error('Nothing was written.'))
          return
        }
        text = letter === '\u007f' || letter === '\b' ? text.slice(0, -1) : text + letter
      }
    }
    // Before the question: what is pasted at once is not shown either.
    stdin.setRawMode(true).resume().on('data', take)
    stderr.write(`${question}: `)
  })
}
