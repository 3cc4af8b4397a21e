import { branchName, isSameBranch } from './fleet-file.ts'

/** A branch as the table has it. */
export interface ListedBranch {
  readonly name: string
  readonly officers: readonly { readonly name: string; readonly role: (typeof roles)[number] }[]
  /** Its own access key to the live file store; null where the table has none. */
  readonly accessKey: { readonly id: string; readonly secretFile: string } | null
}

const roles = ['officer', 'manager'] as const

/**
 * The branches of a table with the columns `branch`, `officer` and `role`, one line for each officer; a branch without
 * officers has one line with its name alone. `accessKeyId` and `secretFile` stand in a line of each branch or in all of
 * them. Throws what is wrong with it, by its line.
 */
export function readBranches(text: string): readonly ListedBranch[] {
  const lost = text.split('\n').findIndex((line) => line.includes('\ufffd'))
  if (lost >= 0)
    throw new Error(`Line ${lost + 1} has letters that were lost. In Excel, save as “CSV UTF-8”.`)
  const [head = [], ...lines] = readCsv(text.replace(/^\ufeff/, ''))
  const at = (name: string): number => head.findIndex((title) => title.trim().toLowerCase() === name)
  const [branchAt, officerAt, roleAt] = [at('branch'), at('officer'), at('role')]
  const [idAt, secretAt] = [at('accesskeyid'), at('secretfile')]
  const accessKeys = new Map<string, { readonly id: string; readonly secretFile: string }>()
  if (branchAt < 0) throw new Error('The first line names the columns: branch, officer, role.')
  const branches = new Map<string, { name: string; role: (typeof roles)[number] }[]>()
  for (const [index, cells] of lines.entries()) {
    const cell = (column: number): string => cells[column]?.trim() ?? ''
    const name = branchName(cell(branchAt))
    if (cells.every((one) => one.trim() === '')) continue
    const role = roles.find((one) => one === (cell(roleAt).toLowerCase() || 'officer'))
    if (name === '') throw new Error(`Line ${index + 2} names no branch.`)
    if (role === undefined) throw new Error(`Line ${index + 2}: the role is officer or manager.`)
    const officers = branches.get(name) ?? []
    branches.set(name, officers)
    if (cell(officerAt) !== '') officers.push({ name: cell(officerAt), role })
    const [id, secretFile] = [cell(idAt), cell(secretAt)]
    if (id === '' && secretFile === '') continue
    const known = accessKeys.get(name) ?? { id, secretFile }
    if (id === '' || secretFile === '' || known.id !== id || known.secretFile !== secretFile)
      throw new Error(`Line ${index + 2}: ${name} has one accessKeyId and one secretFile.`)
    accessKeys.set(name, known)
  }
  for (const [name, officers] of branches) {
    const other = [...branches.keys()].find((one) => one !== name && isSameBranch(one, name))
    if (other !== undefined) throw new Error(`${name} and ${other} are one branch in two spellings.`)
    const isWithoutManager = officers.length > 0 && !officers.some(({ role }) => role === 'manager')
    if (isWithoutManager) throw new Error(`${name} has officers and no manager.`)
    const names = officers.map((officer) => officer.name.toLowerCase())
    if (new Set(names).size < names.length) throw new Error(`${name} has two officers of one name.`)
  }
  const keys = [...accessKeys.values()].flatMap(({ id, secretFile }) => [id, secretFile])
  if (new Set(keys).size < keys.length)
    throw new Error('Two branches have one access key, or one file of it.')
  return [...branches].map(([name, officers]) => ({
    name,
    officers,
    accessKey: accessKeys.get(name) ?? null,
  }))
}

/** Lines of cells (RFC 4180), with commas or semicolons: Excel writes what the system's language asks for. */
function readCsv(text: string): readonly (readonly string[])[] {
  const separator = /^[^\n]*;/.test(text) && !/^[^\n]*,/.test(text) ? ';' : ','
  const lines: string[][] = [[]]
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, 'y')
  while (cell.lastIndex < text.length) {
    const [found, quoted, plain, end] = cell.exec(text) ?? []
    if (found === undefined) throw new Error(`Line ${lines.length} has a quotation mark in a wrong place.`)
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== separator && end !== '') lines.push([])
  }
  return lines
}
