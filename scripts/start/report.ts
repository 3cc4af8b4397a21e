/** What `npm start` prints: lines that stay, and one progress line that rewrites itself. */
export interface Report {
  /** Prints a line. */
  readonly line: (words: string) => void
  /** Rewrites the progress line. @param howFar is shown on a terminal alone. */
  readonly progress: (words: string, howFar?: string) => void
  /** Ends the progress line: from here the application may print. */
  readonly endProgress: () => void
}

const clear = '\r\u001B[K'

/** @param out a terminal, or a pipe or file: there each step of the progress stands once, after a carriage return. */
export function createReport(out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>): Report {
  let shown: string | null = null

  function endProgress(): void {
    if (shown !== null) out.write(out.isTTY ? clear : '\n')
    shown = null
  }

  return {
    endProgress,
    line(words) {
      endProgress()
      out.write(`${words}\n`)
    },
    progress(words, howFar = '') {
      if (out.isTTY) out.write(`${clear}${words}${howFar}`)
      else if (words !== shown) out.write(`${shown === null ? '' : '\r'}${words}`)
      shown = words
    },
  }
}
