import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import tseslint from 'typescript-eslint'
import { parseForESLint as parseComponent } from 'vue-eslint-parser'
import { projectRoot } from '../project-root.ts'

/*
 * The linter's parser for the page: one program of all its files, in which a component is its script. By itself the
 * linter makes a new program for each component, as its script is not what stands in the file, and asks every type
 * anew: twice the time.
 */
interface ParserOptions {
  readonly filePath: string
  readonly project?: unknown
}

const typescript: { parseForESLint(code: string, options: object): unknown } = tseslint.parser
const config = join(projectRoot, 'src-renderer/tsconfig.json')
let program: ts.Program | null = null

function parseForESLint(code: string, options: ParserOptions): unknown {
  // What stands in a template is asked without types.
  if (options.project === undefined) return typescript.parseForESLint(code, options)
  program ??= programOfPage()
  // An editor, or --fix, has another text than the disk.
  const isAsRead = program.getSourceFile(options.filePath)?.text === code
  return typescript.parseForESLint(code, isAsRead ? { ...options, programs: [program] } : options)
}

function programOfPage(): ts.Program {
  const host = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }: ts.Diagnostic) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
    },
  }
  const component = { extension: 'vue', isMixedContent: true, scriptKind: ts.ScriptKind.Deferred }
  const anyExtension = { allowNonTsExtensions: true }
  const parsed = ts.getParsedCommandLineOfConfigFile(config, anyExtension, host, undefined, undefined, [
    component,
  ])
  if (parsed === undefined) throw new Error(`Cannot read ${config}.`)
  const compiler = ts.createCompilerHost(parsed.options, true)
  const read = compiler.getSourceFile.bind(compiler)
  compiler.getSourceFile = (path, version, ...rest) =>
    path.endsWith('.vue')
      ? ts.createSourceFile(path, scriptOf(path), version, true, ts.ScriptKind.TS)
      : read(path, version, ...rest)
  return ts.createProgram(parsed.fileNames, parsed.options, compiler)
}

/** A component's script as it is handed to the parser: with everything else blank, so that places stay. */
function scriptOf(path: string): string {
  let script = ''
  const listening = {
    parseForESLint: (code: string, options: ParserOptions) => {
      // The whole script comes with its project, and expressions of the template without.
      if (options.project !== undefined) script = code
      return typescript.parseForESLint(code, { ...options, project: null })
    },
  }
  const options = { filePath: path, parser: listening, project: config, sourceType: 'module' }
  parseComponent(readFileSync(path, 'utf8'), options)
  return script
}

/** Parses a script of the page for the linter, with its types. */
export const pageParser = { meta: { name: 'page-parser', version: '1' }, parseForESLint }
