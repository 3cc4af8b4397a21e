import { readFileSync } from 'fs'
import { dirname, join } from 'path'
import { fileURLToPath } from 'url'

const packages = join(dirname(dirname(fileURLToPath(import.meta.url))), 'node_modules')
/**
 * Packages whose tool has another name.
 *
 * @type {Readonly<Record<string, string>>}
 */
const owners = { playwright: '@playwright/test', stryker: '@stryker-mutator/core' }

/**
 * The file that a package's tool starts with. Started by it, a tool runs on the Node that we chose, not on the first
 * one of the path, and needs no shell on Windows.
 *
 * @param {string} name the tool's name, such as `eslint`
 * @returns {string}
 */
export function toolFile(name) {
  const folder = join(packages, owners[name] || name)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[name])
}
