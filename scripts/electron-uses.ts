import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { projectRoot } from './project-root.ts'

/** A member of Electron's that a file uses; of an event, with its name. */
export interface ElectronUse {
  readonly member: string
  readonly file: string
  /** The only systems that have it, as electron.d.ts says; null: all. */
  readonly platforms: string | null
}

/** Names on Electron's own types that electron.d.ts does not know. */
export interface ElectronUses {
  readonly uses: readonly ElectronUse[]
  readonly unknown: readonly string[]
}

const eventMethod = /^(?:on|once)$/
const isElectrons = (declaration: ts.Declaration): boolean =>
  declaration.getSourceFile().fileName.endsWith('/electron/electron.d.ts')
const isOfElectron = (symbol: ts.Symbol | undefined): boolean =>
  symbol?.declarations?.some(isElectrons) === true

/** What main and preload use of Electron, tests left out. @param madeUp one more file of main's, which is on no disk */
export function electronUses(madeUp: { readonly file: string; readonly text: string }): ElectronUses {
  const program = programWith(join(projectRoot, madeUp.file), madeUp.text)
  const checker = program.getTypeChecker()
  const uses: ElectronUse[] = []
  const unknown: string[] = []

  const note = (symbol: ts.Symbol, file: string, call?: ts.CallExpression): void => {
    const declaration = symbol.declarations?.find(isElectrons)
    if (declaration === undefined) return
    const { parent } = declaration
    if (!ts.isInterfaceDeclaration(parent) && !ts.isClassDeclaration(parent)) return
    const event = call === undefined ? null : eventOf(symbol.name, call)
    const overload =
      event === null || call === undefined ? undefined : checker.getResolvedSignature(call)?.declaration
    const tagged = overload ?? declaration
    const tag = ts.getJSDocTags(tagged).find(({ tagName }) => tagName.text === 'platform')
    const member = `${parent.name?.text ?? ''}.${symbol.name}${event === null ? '' : `(${event})`}`
    // Without its name, an event is tagged as the first of all is.
    const isNameless = event === null && eventMethod.test(symbol.name)
    const platforms = tag === undefined || isNameless ? null : (ts.getTextOfJSDocComment(tag.comment) ?? '')
    uses.push({ member, file, platforms })
  }

  const noteAccess = (node: ts.PropertyAccessExpression, file: string): void => {
    const symbol = checker.getSymbolAtLocation(node.name)
    const isCalled = ts.isCallExpression(node.parent) && node.parent.expression === node
    if (symbol !== undefined) note(symbol, file, isCalled ? node.parent : undefined)
    else if (isOfElectron(checker.getTypeAtLocation(node.expression).getSymbol())) {
      unknown.push(`${file}: ${node.getText()}`)
    }
  }

  /** An object of Electron's is handed on as an interface of ours: what that one names is used. */
  const noteHandedOn = (node: ts.Identifier, file: string): void => {
    const type = checker.getTypeAtLocation(node)
    if (!isOfElectron(type.getSymbol())) return
    const as = checker.getContextualType(node)
    if (as === undefined || isOfElectron(as.getSymbol())) return
    for (const { name } of as.getProperties()) {
      const symbol = checker.getPropertyOfType(type, name)
      if (symbol !== undefined) note(symbol, file)
    }
  }

  const visit = (node: ts.Node, file: string): void => {
    if (ts.isPropertyAccessExpression(node)) noteAccess(node, file)
    else if (ts.isIdentifier(node) && isValue(node)) noteHandedOn(node, file)
    ts.forEachChild(node, (child) => visit(child, file))
  }
  for (const source of program.getSourceFiles()) {
    const file = relative(projectRoot, source.fileName)
    if (/^src-(?:main|preload)\//.test(file) && importsElectron(source.text)) visit(source, file)
  }
  return { uses, unknown }
}

/** Not the name of a type or of a member. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node
  return !ts.isPartOfTypeNode(node) && !(ts.isPropertyAccessExpression(parent) && parent.name === node)
}

function eventOf(method: string, { arguments: [first] }: ts.CallExpression): string | null {
  return eventMethod.test(method) && first !== undefined && ts.isStringLiteral(first) ? first.text : null
}

/** Of all packages Electron alone is resolved: the types of the others say nothing here, and cost seconds. */
function programWith(file: string, text: string): ts.Program {
  const { config } = ts.readConfigFile(join(projectRoot, 'tsconfig.base.json'), (name) =>
    ts.sys.readFile(name),
  ) as {
    readonly config: unknown
  }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, projectRoot)
  const settings: ts.CompilerOptions = { ...options, types: ['node'] }
  const host = ts.createCompilerHost(settings)
  const read = host.readFile.bind(host)
  const exists = host.fileExists.bind(host)
  host.readFile = (name) => (name === file ? text : read(name))
  host.fileExists = (name) => name === file || exists(name)
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text: name }) =>
      /^(?:[.#]|electron$)/.test(name) || from.includes('/node_modules/')
        ? ts.resolveModuleName(name, from, settings, host)
        : { resolvedModule: undefined },
    )
  return ts.createProgram([...ourFiles(), file], settings, host)
}

function ourFiles(): string[] {
  return ['src-main', 'src-preload'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(?:^|\/)testing\//.test(name))
      .map((name) => join(projectRoot, folder, name))
      .filter((name) => importsElectron(readFileSync(name, 'utf8'))),
  )
}

/** The others get Electron's objects from these, as interfaces of ours, and need no resolution: a third of the time. */
function importsElectron(text: string): boolean {
  return text.includes("from 'electron'") || text.includes('Electron.')
}
