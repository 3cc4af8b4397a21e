import { readFileSync } from 'node:fs'
import { writeDurably } from '#main/platform/durable-file.ts'
import type { FleetFile } from './fleet-file.ts'
import { openFleetFile, sealFleetFile } from './make-files.ts'
import { needed, type Given, type Surroundings } from './values.ts'

/** Head office's own file, open. */
interface OpenedOffice {
  readonly file: string
  readonly office: FleetFile
  readonly passphrase: string
}

/** Opens the file that `--office` names. Throws what is wrong with it or its passphrase. */
export async function openedOffice(values: Given, around: Surroundings): Promise<OpenedOffice> {
  const file = needed(values.office, '--office')
  const bytes = readFileSync(file)
  const passphrase = await around.ask(`The passphrase of ${file}`, values['passphrase-file'])
  const opened = await openFleetFile(bytes, passphrase)
  if (opened.ok) return { file, office: opened.value, passphrase }
  throw new Error(opened.error === 'wrong-passphrase' ? 'Wrong passphrase.' : `${file} cannot be read.`)
}

/** Writes it again, whole or not at all. */
export async function saveOffice(
  file: string,
  office: FleetFile,
  passphrase: string,
  { cost }: Surroundings,
): Promise<void> {
  await writeWhole(file, await sealFleetFile(office, passphrase, cost))
}

/** Whoever reads the file meanwhile finds it as it was, or as it is then. */
export async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const written = await writeDurably(file, bytes)
  if (!written.ok) throw new Error(`${file} could not be written (${written.error.type}).`)
}
