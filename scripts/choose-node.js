/*
 * Chooses the Node that runs the project's tools. Plain JavaScript without new syntax: an old Node must be able to run
 * it and say what to do.
 */
export const minimumMajor = 24

/**
 * Chooses between the machine's own Node and the one that comes with the packages. The machine's own wins where it is
 * new enough.
 *
 * @typedef {{ readonly program: string, readonly version: string }} Node
 * @param {Node} own the machine's own
 * @param {Node | null} packaged the optional package's; null where there is none for this system
 * @returns {{ readonly node: Node | null, readonly message: string | null }} no node where neither will do; a message
 *   where the person at the terminal has to know
 */
export function chooseNode(own, packaged) {
  if (Number(own.version.split('.')[0]) >= minimumMajor) return { node: own, message: null }
  if (packaged !== null) {
    const message = `This machine has Node ${own.version}: running on Node ${packaged.version}, which "npm ci" installed.`
    return { node: packaged, message }
  }
  return {
    node: null,
    message:
      `Claims Desk's tools need Node ${minimumMajor} or later, and this machine has Node ${own.version}: ` +
      `install Node ${minimumMajor} from https://nodejs.org, then run "npm ci" again.`,
  }
}
