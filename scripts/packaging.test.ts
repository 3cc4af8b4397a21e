import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Packager, type Configuration } from 'electron-builder'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { usualDataFolder } from '#main/shell/data-folder.ts'
import { appUserModelId, toastActivatorId } from '#main/shell/start-checks.ts'
import { projectRoot } from './project-root.ts'

const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8')
const Targets = v.array(v.object({ target: v.string(), arch: v.array(v.string()) }))
const Packaging = v.object({
  appId: v.string(),
  productName: v.string(),
  artifactName: v.string(),
  electronDist: v.optional(v.unknown()),
  extraResources: v.array(v.unknown()),
  nsis: v.looseObject({ include: v.string() }),
  win: v.object({ target: Targets, icon: v.string() }),
  linux: v.looseObject({
    target: Targets,
    icon: v.string(),
    executableName: v.string(),
    maintainer: v.string(),
  }),
  deb: v.looseObject({}),
  mac: v.looseObject({ target: Targets, icon: v.string(), entitlements: v.string() }),
})
const packaging = v.parse(v.pipe(v.string(), v.parseJson(), Packaging), read('electron-builder.json'))
const Manifest = v.object({
  productName: v.string(),
  desktopName: v.string(),
  license: v.string(),
  author: v.object({ name: v.string(), email: v.string() }),
  homepage: v.string(),
})
const manifest = v.parse(v.pipe(v.string(), v.parseJson(), Manifest), read('package.json'))

const kinds = ({ target }: { readonly target: v.InferOutput<typeof Targets> }): readonly string[] =>
  target.map((one) => `${one.target} ${one.arch.join(' ')}`)

/** What electron-builder's own schema says about the configuration as it is, with `changes`. */
async function validated(changes: Configuration = {}): Promise<void> {
  await new Packager({ projectDir: projectRoot, config: changes }).validateConfig()
}

// electron-builder takes seconds to load and to compile its schema on a busy computer.
describe('the configuration of the installers', { timeout: 30_000 }, () => {
  it('passes electron-builder’s own schema', async () => {
    await validated()
  })

  it('would not pass it with a name that the schema does not know', async () => {
    const nsis = { ...packaging.nsis, askBeforeRemovingData: true }
    await expect(validated({ nsis })).rejects.toThrow(/configuration\.nsis should be/)
  })

  // For a pattern it walks the whole project, where files come and go while tests run.
  it('names each file that goes beside the archive', () => {
    for (const resource of packaging.extraResources) {
      const { from } = v.parse(v.object({ from: v.string() }), resource)
      expect(statSync(join(projectRoot, from), { throwIfNoEntry: false })?.isDirectory() ?? false).toBe(false)
    }
  })

  it('makes an installer for each system', () => {
    expect(kinds(packaging.win)).toEqual(['nsis x64'])
    expect(kinds(packaging.linux)).toEqual(['deb x64'])
    expect(kinds(packaging.mac)).toEqual(['dmg arm64 x64', 'zip arm64 x64'])
  })

  // The version of an update is read from its installer's name (scripts/sign-manifest.ts).
  it('gives every file a name with version, system and processor, and without a space', () => {
    expect(packaging.artifactName).toBe('${name}-${version}-${os}-${arch}.${ext}')
  })

  it('names what is there', () => {
    const { win, mac, nsis } = packaging
    for (const file of [win.icon, mac.icon, mac.entitlements, nsis.include]) {
      expect(existsSync(join(projectRoot, file)), file).toBe(true)
    }
  })

  it('has pictures that are large enough for the icons of every system', () => {
    const { win, linux, mac } = packaging
    // Of a folder, the picture of this name is what the sizes for Linux are made from.
    for (const icon of [win.icon, `${linux.icon}/icon.png`, mac.icon]) {
      const png = readFileSync(join(projectRoot, icon))
      expect(png.subarray(1, 4).toString('latin1'), icon).toBe('PNG')
      expect([png.readUInt32BE(16), png.readUInt32BE(20)], icon).toEqual([1024, 1024])
    }
  })

  it('calls the application by the same names everywhere', () => {
    expect(packaging.appId).toBe(appUserModelId)
    // The folder of the officer's data has this name: another one would lose sight of what was captured.
    expect(packaging.productName).toBe('Claims Desk')
    expect(manifest.productName).toBe(packaging.productName)
    // A Linux desktop finds the window's entry by it.
    expect(manifest.desktopName).toBe(`${packaging.linux.executableName}.desktop`)
  })

  it('says whose it is and under which licence', () => {
    const { author } = manifest
    expect(packaging.linux.maintainer).toBe(`${author.name} <${author.email}>`)
    expect(new URL(manifest.homepage).protocol).toBe('https:')
    expect(read('LICENSE')).toMatch(new RegExp(`^${manifest.license} License`))
  })
})

describe('uninstalling', () => {
  const script = read(packaging.nsis.include)

  it('leaves the choice of the account to the officer and removes no data by itself', () => {
    expect(packaging.nsis).toMatchObject({
      oneClick: false,
      perMachine: false,
      allowElevation: true,
      deleteAppDataOnUninstall: false,
    })
  })

  it('removes data on Windows only after a question whose default answer is No', () => {
    const removals = script.split('\n').filter((line) => /RMDir|\bDelete\b/.test(line))
    // Shortcuts, of the account and of the others.
    expect(
      removals.filter((line) =>
        /Delete ".*Programs\\\$\{PRODUCT_NAME\}\.lnk"|Delete "\$SMPROGRAMS\\/.test(line),
      ),
    ).toHaveLength(2)
    expect(removals).toHaveLength(3)
    const question =
      /MessageBox MB_YESNO\|MB_ICONEXCLAMATION\|MB_DEFBUTTON2 .* \/SD IDNO IDNO keepData\n\s*RMDir \/r "\$LOCALAPPDATA\\\$\{PRODUCT_NAME\}"\n\s*keepData:/
    expect(script).toMatch(question)
  })

  it('is looked at, before each release, where the application keeps its data', () => {
    const folder = usualDataFolder(packaging.productName, () => 'roaming', { LOCALAPPDATA: 'local' }, 'win32')
    expect(folder).toBe(join('local', packaging.productName))
    const checks = read('.github/workflows/release.yml')
    const looked = [...checks.matchAll(/"([^"]+)[\\/]kept"/g)].map(([, place]) => place)
    const windows = `$env:LOCALAPPDATA\\${packaging.productName}`
    const linux = `$HOME/.config/${packaging.productName}`
    expect(new Set(looked)).toEqual(new Set([linux, windows]))
  })

  it('asks nothing of an update, which runs the uninstaller of the version before', () => {
    expect(script.indexOf('${ifNot} ${isUpdated}')).toBeLessThan(script.indexOf('DeleteRegValue'))
    expect(script.indexOf('!macro customUnInstall')).toBeLessThan(script.indexOf('${ifNot} ${isUpdated}'))
  })

  it('takes the start at login away with the program', () => {
    expect(script).toContain(
      String.raw`DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${'${APP_ID}'}"`,
    )
  })

  it('takes away what Electron writes so that Windows shows notifications', () => {
    expect(script).toContain(`DeleteRegKey HKCU "Software\\Classes\\CLSID\\${toastActivatorId}"`)
    // The account's own: that of an installation for all is electron-builder's, and goes with it.
    const [own = ''] = script.split('SetShellVarContext all').slice(0, 1)
    expect(own.indexOf('SetShellVarContext current')).toBeLessThan(own.indexOf('Delete "$SMPROGRAMS'))
    expect(own.indexOf('SetShellVarContext current')).toBeGreaterThan(0)
  })

  it('of an installation for all accounts takes away the shortcut that Electron gave to each', () => {
    const [, loop = ''] = /\$installMode == "all"\s+(ReadRegStr[^]*?FindClose \$R0)/.exec(script) ?? []
    expect(loop).toContain('"ProfilesDirectory"')
    const programs = String.raw`$R2\$R1\AppData\Roaming\Microsoft\Windows\Start Menu\Programs`
    expect(loop).toContain(`Delete "${programs}\\\${PRODUCT_NAME}.lnk"`)
  })

  it('runs no custom script on Debian, so that no home is touched, not even by a purge', () => {
    expect(packaging.deb).not.toHaveProperty('afterRemove')
    expect(packaging.deb).not.toHaveProperty('fpm')
    const theirs = read('node_modules/app-builder-lib/templates/linux/after-remove.tpl')
    expect(theirs).not.toMatch(/\$HOME|\/home|~\/|\.config|rm -[a-z]*r/)
  })
})
