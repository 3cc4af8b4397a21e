/**
 * What CHANGELOG.md says of a version, without its heading.
 * @returns null where the version has no section, or an empty one.
 */
export function changelogSection(changelog: string, version: string): string | null {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((text) => text.startsWith(`[${version}]`))
  const said = section?.split('\n').slice(1).join('\n').trim() ?? ''
  return said === '' ? null : said
}
