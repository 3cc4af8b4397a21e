/** What `npm start` prints: lines that stay, and one of progress that the next takes the place of. */
export interface Report {
  readonly line: (words: string) => void
  readonly progress: (words: string) => void
  /** Ends the progress line: from here the application may print. */
  readonly endProgress: () => void
}

/** @param out a terminal, or a pipe or file: there each step of the progress stands, after a carriage return. */
export function createReport(out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>): Report {
  let isInProgress = false

  function endProgress(): void {
    if (isInProgress) out.write(out.isTTY ? '\r\u001B[K' : '\n')
    isInProgress = false
  }

  return {
    endProgress,
    line(words) {
      endProgress()
      out.write(`${words}\n`)
    },
    progress(words) {
      if (isInProgress) out.write(out.isTTY ? '\r\u001B[K' : '\r')
      out.write(words)
      isInProgress = true
    },
  }
}
