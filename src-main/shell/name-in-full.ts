import { existsSync } from 'node:fs'
import type { SaveDialogOptions, SaveDialogReturnValue } from 'electron'

/**
 * Asks where to save, until the name ends in its filter's extension: GTK adds none (electron#15510), and a backup without
 * it would never be offered again. Where the name with it is taken, it asks again under that name, so that the system
 * itself asks whether to replace the file.
 */
export async function askNameInFull(
  ask: (options: SaveDialogOptions) => Promise<SaveDialogReturnValue>,
  options: SaveDialogOptions,
): Promise<SaveDialogReturnValue> {
  const answer = await ask(options)
  const extension = options.filters?.[0]?.extensions[0]
  const ending = extension === undefined ? '' : `.${extension}`
  if (answer.canceled || answer.filePath.toLowerCase().endsWith(ending)) return answer
  const filePath = `${answer.filePath}${ending}`
  if (existsSync(filePath)) return await askNameInFull(ask, { ...options, defaultPath: filePath })
  return { ...answer, filePath }
}
