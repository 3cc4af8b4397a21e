import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { minimumMajor } from './choose-node.js'
import { projectRoot } from './project-root.ts'

describe.skipIf(process.platform === 'win32')('scripts/launch.js', () => {
  let folder = ''
  beforeEach(() => {
    folder = join(createTestFolder(), 'launch ọ')
    mkdirSync(join(folder, 'scripts'), { recursive: true })
    for (const name of ['launch.js', 'choose-node.js', 'tool-file.js'])
      cpSync(join(projectRoot, 'scripts', name), join(folder, 'scripts', name))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(
      join(folder, 'scripts/say.ts'),
      'const at: string = process.argv[1]!\nconsole.log(`${at.endsWith("say.ts")} ${process.argv.slice(2).join()}`)\n',
    )
  })

  /** A program that says it is Node, and is not the one that runs this. */
  function nodeOfVersion(version: string, rest = 'exit 9'): string {
    const program = join(folder, `node-${version}`)
    writeFileSync(program, `#!/bin/sh\n[ "$1" = --version ] && { echo v${version}; exit; }\n${rest}\n`)
    chmodSync(program, 0o755)
    return program
  }

  function launch(ownNode: string, target = 'scripts/say.ts') {
    const env = { ...process.env, npm_node_execpath: ownNode, CLAIMS_DESK_NODE_SAID: '' }
    const command = [join(folder, 'scripts/launch.js'), target, 'one', 'two']
    return spawnSync(process.execPath, command, { env, encoding: 'utf8' })
  }

  function installPackagedNode(): void {
    const name = `node-${process.platform}-${process.arch}`
    const place = join(folder, 'node_modules', name)
    mkdirSync(join(place, 'bin'), { recursive: true })
    writeFileSync(join(place, 'package.json'), '{ "version": "24.21.0", "bin": { "node": "bin/node" } }')
    writeFileSync(join(place, 'bin/node'), `#!/bin/sh\necho packaged\nexec '${process.execPath}' "$@"\n`)
    chmodSync(join(place, 'bin/node'), 0o755)
  }

  it('runs a script in place on the Node that runs it already', () => {
    const { stdout, status } = launch(process.execPath)
    expect([stdout, status]).toEqual(['true one,two\n', 0])
  })

  it('says beside its output that it goes on with the Node of the packages', () => {
    installPackagedNode()
    const { stdout, stderr, status } = launch(nodeOfVersion('20.20.2'))
    expect(stdout).toBe('packaged\ntrue one,two\n')
    expect(stderr).toBe('This machine has Node 20.20.2: running on Node 24.21.0, which "npm ci" installed.\n')
    expect(status).toBe(0)
  })

  it('prefers a machine’s own Node that is new enough to the one of the packages', () => {
    installPackagedNode()
    const { stdout } = launch(nodeOfVersion('25.1.0', `echo own; exec '${process.execPath}' "$@"`))
    expect(stdout).toBe('own\ntrue one,two\n')
  })

  it('ends with one sentence where there is no Node that will do', () => {
    const { stdout, stderr, status } = launch(nodeOfVersion('18.19.0'))
    expect([stdout, status]).toEqual(['', 1])
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain('install Node 24')
  })

  it('starts the tool of a package by its name', () => {
    const tool = join(folder, 'node_modules/some-tool')
    mkdirSync(tool, { recursive: true })
    writeFileSync(join(tool, 'package.json'), '{ "bin": { "some-tool": "run.js" }, "type": "module" }')
    writeFileSync(join(tool, 'run.js'), 'console.log("tool", ...process.argv.slice(2))')
    expect(launch(process.execPath, 'some-tool').stdout).toBe('tool one two\n')
  })
})

describe('a system without a packaged Node', () => {
  it('is named by the README, with the Node that it needs', () => {
    const Manifest = v.object({ optionalDependencies: v.record(v.string(), v.string()) })
    const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8')
    const { optionalDependencies } = v.parse(
      v.pipe(v.string(), v.parseJson(), Manifest),
      read('package.json'),
    )
    const names = {
      'darwin-arm64': 'Apple silicon',
      'darwin-x64': 'Intel Macs',
      'linux-arm64': 'ARM boards',
      'linux-x64': 'PCs with Linux',
      'win-arm64': 'Windows on ARM',
      'win-x64': 'Windows',
    }
    const without = Object.entries(names).filter(([system]) => !(`node-${system}` in optionalDependencies))
    expect(read('README.md')).toContain(
      `but Node ${minimumMajor} on ${without.map(([, name]) => name).join(' and on ')},`,
    )
  })
})

describe('every npm script', () => {
  it('starts through scripts/launch.js, so that none meets a Node that is too old', () => {
    const Manifest = v.object({ scripts: v.record(v.string(), v.string()) })
    const { scripts } = v.parse(Manifest, JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')))
    const commands = Object.values(scripts).flatMap((script) => script.split(' && '))
    const others = commands.filter((one) => !/^(node scripts\/launch\.js |npm )/.test(one))
    expect(others).toEqual([])
  })
})
