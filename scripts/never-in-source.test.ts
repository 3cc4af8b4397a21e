import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from './project-root.ts'

/*
 * Rules of Electron's checklist that hold because something is nowhere in the product, or in one file alone: no
 * behaviour could show that.
 */
const sources = globSync('src-{main,preload,renderer,shared}/**/*.{ts,vue,html}', { cwd: projectRoot })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: withoutComments(readFileSync(join(projectRoot, path), 'utf8')) }))

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}

const filesWith = (pattern: RegExp): string[] =>
  sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

describe('the product', () => {
  it('is what is looked at', () => {
    expect(sources.length).toBeGreaterThan(200)
  })

  it.each([
    [
      'overrides a certificate error',
      /'certificate-error'|setCertificateVerifyProc|rejectUnauthorized(?!: true\b|'>)/,
    ],
    ['turns TLS checks off', /appendSwitch\('(?:ignore-|disable-|allow-)/],
    ['asks for experimental features of the page', /enableBlinkFeatures|experimentalFeatures: true/],
    ['weakens the page', /webSecurity: false|allowRunningInsecureContent: true|nodeIntegration\w*: true/],
    // The report for support reads whether it was left out.
    [
      'leaves the sandbox or the isolation',
      /sandbox: false|contextIsolation: false|(?<!argv\.includes\(')--no-sandbox/,
    ],
    ['makes a webview', /<webview|allowpopups|webviewTag: true/],
    ['loads a file into a window', /\.loadFile\(|file:\/\//],
    ['runs text as a program', /\beval\(|new Function\(|executeJavaScript|insertCSS|\bv-html\b|\.innerHTML/],
    ['lets the scheme past the policy', /bypassCSP: true/],
    [
      'collects crash dumps, which hold memory',
      /crashReporter|crashDumps|\bprocess\.report\b|heapsnapshot|writeHeapSnapshot/i,
    ],
    ['takes the place of a protocol', /protocol\.intercept|setAsDefaultProtocolClient/],
    ['hands web contents to a remote', /@electron\/remote|enableRemoteModule/],
  ])('never %s', (_what, pattern) => {
    expect(filesWith(pattern)).toEqual([])
  })

  it.each<[string, RegExp, readonly string[]]>([
    ['opens a link outside', /\.openExternal\(/, ['src-main/shell/external-link.ts']],
    ['opens a path or moves a file to the bin', /\.openPath\(|\.showItemInFolder\(|\.trashItem\(/, []],
    ['listens to the page', /ipcMain\.(?:handle|on|once)\w*\(/, ['src-main/app/handlers/register.ts']],
    ['speaks to main', /\bipcRenderer\b/, ['src-preload/index.ts']],
    [
      'names the variable that turns TLS checks off',
      /NODE_TLS_REJECT_UNAUTHORIZED/,
      ['src-main/shell/start-checks.ts'],
    ],
    ['makes a window', /new (?:\w+\.)?BrowserWindow\(/, ['src-main/shell/main-window.ts']],
    ['loads an address', /\.loadURL\(/, ['src-main/shell/main-window.ts']],
    // They are in the menu while developing; `devTools` of the window keeps them shut when packaged.
    ['opens the developer tools', /openDevTools|toggleDevTools/, ['src-main/shell/menu.ts']],
  ])('%s in one place alone', (_what, pattern, places) => {
    expect(filesWith(pattern)).toEqual(places)
  })
})
