/*
 * Loaded before Electron's install.js, which shows where in its code a download failed, but not why: that is printed in
 * its place.
 */
const { fetch } = globalThis
/** @type {unknown} */
let cause = null

globalThis.fetch = async (...request) => {
  try {
    return await fetch(...request)
  } catch (error) {
    for (cause = error; cause instanceof Error && cause.cause instanceof Error; cause = cause.cause);
    throw error
  }
}

console.error = (stack) => {
  const code = cause instanceof Error && 'code' in cause ? `${cause.code} ` : ''
  process.stdout.write(cause instanceof Error ? `${code}${cause.message}` : String(stack))
}
