/**
 * An argument as Electron writes it into a command line of Windows: `AddQuoteForArg` of
 * shell/common/command_line_util_win.cc, which follows the rules of CommandLineToArgvW.
 */
function quotedForWindows(argument: string): string {
  if (!/[ \\"]/.test(argument)) return argument
  // Backslashes escape only before a quote, and one ends the argument.
  const escaped = argument.replace(/(\\*)($|")/g, (_all, run: string, end: string) =>
    end === '"' ? String.raw`${run}${run}\"` : `${run}${run}`,
  )
  return `"${escaped}"`
}

/** The line that Electron writes into Windows' registry: `FormatCommandLineString` of shell/browser/browser_win.cc. */
export function loginCommandLine(path: string, args: readonly string[]): string {
  const bare = path.length >= 2 && path.startsWith('"') && path.endsWith('"') ? path.slice(1, -1) : path
  return [bare, ...args].map(quotedForWindows).join(' ')
}
