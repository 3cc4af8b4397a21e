import type { AccessKey } from '#main/keys/store-keys.ts'
import type { Branch } from './make-files.ts'

const roles = ['officer', 'manager'] as const

/**
 * The branches of a table with the columns `branch`, `officer` and `role`, one line for each officer; a branch without
 * officers has one line with its name alone. Where branches have access keys of their own, one of the lines of each
 * names it (`accessKeyId`) and the file that holds its secret (`secretFile`). Throws what is wrong, by its line.
 *
 * @param secretIn reads the secret out of a file
 */
export function readBranches(text: string, secretIn: (file: string) => string): readonly Branch[] {
  if (text.includes('\ufffd')) throw notUtf8()
  const [head = [], ...lines] = readCsv(text)
  const at = (name: string): number => head.findIndex((title) => title.trim().toLowerCase() === name)
  const [branchAt, officerAt, roleAt] = [at('branch'), at('officer'), at('role')]
  const [keyAt, secretAt] = [at('accesskeyid'), at('secretfile')]
  const keys = new Map<string, AccessKey>()
  if (branchAt < 0) throw new Error('The first line names the columns: branch, officer, role.')
  const branches = new Map<string, { name: string; role: (typeof roles)[number] }[]>()
  for (const [index, cells] of lines.entries()) {
    const cell = (column: number): string => cells[column]?.trim() ?? ''
    const name = cell(branchAt)
    if (cells.every((one) => one.trim() === '')) continue
    const role = roles.find((one) => one === (cell(roleAt).toLowerCase() || 'officer'))
    if (name === '') throw new Error(`Line ${index + 2} names no branch.`)
    if (role === undefined) throw new Error(`Line ${index + 2}: the role is officer or manager.`)
    const [id, file] = [cell(keyAt), cell(secretAt)]
    if ((id === '') !== (file === ''))
      throw new Error(`Line ${index + 2}: accessKeyId and secretFile belong together.`)
    if (id !== '') keys.set(name, { id, secret: secretIn(file) })
    const officers = branches.get(name) ?? []
    branches.set(name, officers)
    if (cell(officerAt) !== '') officers.push({ name: cell(officerAt), role })
  }
  for (const [name, officers] of branches) {
    const isWithoutManager = officers.length > 0 && !officers.some(({ role }) => role === 'manager')
    if (isWithoutManager) throw new Error(`${name} has officers and no manager.`)
    const names = officers.map((officer) => officer.name.toLowerCase())
    if (new Set(names).size < names.length) throw new Error(`${name} has two officers of one name.`)
  }
  return [...branches].map(([name, officers]) => ({ name, officers, accessKey: keys.get(name) ?? null }))
}

/** Excel's plain "CSV" loses ọ and ẹ. */
export function notUtf8(): Error {
  return new Error('The table has letters that cannot be read. In Excel, save it as "CSV UTF-8".')
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
