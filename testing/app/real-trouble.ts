import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A program with its arguments. */
export type CommandLine = readonly [program: string, ...args: string[]]

const isRoot = process.getuid?.() === 0

/** The same command, with a small disk mounted on a folder. The disk is gone when the command ends. */
export function onSmallDisk(folder: string, bytes: number, command: CommandLine): CommandLine {
  const script = 'mount -t tmpfs -o "size=$1" tmpfs "$2" && shift 2 && exec "$@"'
  return ['unshare', isRoot ? '-m' : '-rm', 'sh', '-c', script, 'sh', String(bytes), folder, ...command]
}

/** The same command, without root's right to write where file modes forbid it. */
export function obeyingModes(command: CommandLine): CommandLine {
  return isRoot ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', ...command] : command
}

/** What a script prints that runs with a small disk on a folder. @throws with what it complains of */
export function printedOnSmallDisk(folder: string, bytes: number, script: URL, ...given: string[]): unknown {
  const command = [process.execPath, fileURLToPath(script), ...given] as const
  const [program, ...args] = onSmallDisk(folder, bytes, command)
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (stderr !== '') throw new Error(stderr)
  return JSON.parse(stdout)
}

/** Whether this computer allows such a command: mounting may be forbidden. */
export function isPermitted([program, ...args]: CommandLine): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}
