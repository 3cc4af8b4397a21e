/** What a host is started with, so that root's processes run: in no sandbox, which Chromium has for no process of root's. */
export function sandboxSwitches(): readonly string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : []
}
