/** `--set-up FILE` with `--passphrase-file FILE` or `--passphrase-stdin`: sets this computer up without a screen. */
export interface SetUpCommand {
  readonly file: string
  /** Null for the standard input. */
  readonly passphraseFile: string | null
}

/*
 * What the process ends with before the application runs; docs/provisioning.md lists them. 1 stays Electron's own, for a
 * start that fails.
 */
export const isRunningCode = 11
export const noScreenCode = 12
export const notWritableCode = 13

/** The command that a start was given; null for an ordinary start. */
export function setUpCommandOf(argv: readonly string[]): SetUpCommand | null {
  const file = valueOf(argv, '--set-up')
  if (file === null) return null
  return { file, passphraseFile: valueOf(argv, '--passphrase-file') }
}

/** `--name=VALUE` or `--name VALUE`; null without it. */
function valueOf(argv: readonly string[], name: string): string | null {
  const at = argv.findIndex((one) => one === name || one.startsWith(`${name}=`))
  if (at < 0) return null
  return argv[at] === name ? (argv[at + 1] ?? '') : (argv[at]?.slice(name.length + 1) ?? '')
}
