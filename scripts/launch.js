/*
 * node scripts/launch.js SCRIPT.ts|TOOL [ARGUMENT …]: runs a project script or the tool of a package on a Node that is
 * new enough: the machine's own, or else the one that comes as an optional package.
 */
import { spawn, spawnSync } from 'child_process'
import { existsSync, readFileSync, realpathSync } from 'fs'
import { dirname, join } from 'path'
import { fileURLToPath, pathToFileURL } from 'url'
import { chooseNode } from './choose-node.js'
import { toolFile } from './tool-file.js'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** Set for what is started from here: the line about the Node is said once. */
const saidVariable = 'CLAIMS_DESK_NODE_SAID'

/** @param {string} program */
function versionOf(program) {
  if (program === process.execPath) return process.versions.node
  const run = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return run.status === 0 ? run.stdout.trim().replace(/^v/, '') : '0'
}

/** The Node of the optional package for this system, where there is one and it was installed. */
function packagedNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const folder = join(root, 'node_modules', `node-${system}-${process.arch}`)
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) return null
  const { bin, version } = JSON.parse(readFileSync(manifest, 'utf8'))
  return { program: join(folder, bin.node), version }
}

// npm puts the packaged Node first into the path, so that the running one need not be the machine's own.
const ownProgram = process.env['npm_node_execpath'] || process.execPath
const { node, message } = chooseNode({ program: ownProgram, version: versionOf(ownProgram) }, packagedNode())
if (node === null) {
  console.error(message)
  process.exit(1)
}
if (message !== null && !process.env[saidVariable]) console.error(message)
process.env[saidVariable] = '1'

const [target = '', ...args] = process.argv.slice(2)
const file = target.endsWith('.ts') ? join(root, target) : toolFile(target)
if (realpathSync(node.program) === realpathSync(process.execPath)) {
  process.argv.splice(1, 2, file)
  await import(pathToFileURL(file).href)
} else {
  const child = spawn(node.program, [file, ...args], { stdio: 'inherit' })
  // The terminal interrupts both by itself.
  process.on('SIGINT', () => undefined)
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code === null ? 1 : code))
}
