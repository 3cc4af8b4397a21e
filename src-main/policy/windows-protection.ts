/*
 * Who may change a file of Windows, read from its security descriptor in Microsoft's definition language (SDDL), such
 * as `O:BAG:SYD:AI(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)`. Whatever is not understood counts as unprotected.
 */

/** The system, its administrators, and the installer of Windows. */
const trusted = new Set(['SY', 'BA', 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464'])

const namedRights: Readonly<Record<string, number>> = {
  CC: 0x1,
  DC: 0x2,
  LC: 0x4,
  SW: 0x8,
  RP: 0x10,
  WP: 0x20,
  DT: 0x40,
  LO: 0x80,
  CR: 0x100,
  SD: 0x10000,
  RC: 0x20000,
  WD: 0x40000,
  WO: 0x80000,
  GA: 0x10000000,
  GX: 0x20000000,
  GW: 0x40000000,
  GR: 0x80000000,
  FA: 0x1f01ff,
  FR: 0x120089,
  FW: 0x120116,
  FX: 0x1200a0,
}

/** Reading and running. */
const readingRights = 0x1200a9 | 0xa0000000
/** In a folder, making another file beside ours harms nobody; removing ours would, or renaming the folder. */
const addingRights = 0x2 | 0x4 | 0x10 | 0x100

/** Whether only administrators can change what has this descriptor, or put something else into its place. */
export function isProtectedOnWindows(descriptor: string, what: 'file' | 'folder'): boolean {
  const parts = /^O:([A-Z0-9-]+?)(?:G:[A-Z0-9-]+?)?D:([A-Z]*)((?:\([^()]*\))+)$/.exec(descriptor)
  if (parts === null) return false
  const [, owner = '', , entries = ''] = parts
  if (!trusted.has(owner)) return false
  const harmless = what === 'file' ? readingRights : readingRights | addingRights
  return [...entries.matchAll(/\(([^()]*)\)/g)].every(([, entry = '']) => isHarmless(entry, harmless))
}

function isHarmless(entry: string, harmless: number): boolean {
  const [kind, flags = '', rights = '', , , trustee = '', ...more] = entry.split(';')
  if (kind === 'D') return true
  if (kind !== 'A' || more.length > 0) return false
  // It says what things made inside will have, not who may do what here.
  const isForInside = /^(?:..)*IO/.test(flags)
  if (isForInside || trusted.has(trustee)) return true
  const asked = rightsOf(rights)
  return asked !== null && (asked & ~harmless) === 0
}

function rightsOf(text: string): number | null {
  if (/^0x[0-9a-f]{1,8}$/i.test(text)) return Number.parseInt(text, 16) | 0
  const names = text.match(/../g) ?? []
  if (names.join('') !== text || names.length === 0) return null
  let rights = 0
  for (const name of names) {
    const right = namedRights[name]
    if (right === undefined) return null
    rights |= right
  }
  return rights
}
