import { mkdtemp } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Names the folder that a run has for its folders; without it they are made in the home folder. */
export const diskFolderVariable = 'CLAIMS_DESK_DISK_FOLDER'

/** A fresh folder on a real disk: the temporary folder may be in memory. A short path, as it holds sockets. */
export async function makeDiskFolder(): Promise<string> {
  return await mkdtemp(join(process.env[diskFolderVariable] ?? homedir(), '.desk-'))
}
