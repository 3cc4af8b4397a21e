import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { projectRoot } from '../../scripts/project-root.ts'

const addressOf = (path: string): string => JSON.stringify(pathToFileURL(join(projectRoot, path)).href)
// In a process of its own: it takes the place of the process's timers.
const script = `
const { passTime } = await import(${addressOf('e2e/support/passing-time.js')})
const { request } = await import(${addressOf('node_modules/undici/index.js')})
const { createServer } = await import('node:http')
const { once } = await import('node:events')
const said = []
const open = []
const server = createServer((asked, answer) => { open.push(answer); server.emit('asked') }).listen(0, '127.0.0.1')
await once(server, 'listening')
const ask = async (name) => {
  const late = new AbortController()
  const limit = setTimeout(() => late.abort(), 20_000)
  const came = once(server, 'asked')
  const address = 'http://127.0.0.1:' + server.address().port
  const answer = request(address, { signal: late.signal })
    .then(async ({ body }) => said.push(name + ' ' + (await body.text())))
    .catch(() => said.push(name + ' given up'))
    .finally(() => clearTimeout(limit))
  await came
  return answer
}

const answered = ask('first')
await once(server, 'asked')
const passed = passTime(60_000).then(() => said.push('a minute'))
await new Promise((resolve) => setImmediate(resolve))
open.shift().end('answered')
await Promise.all([answered, passed])

const held = ask('second')
await once(server, 'asked')
await passTime(60_000, 1)
await held

let calls = 0
const silence = setTimeout(() => { calls += 1 }, 60_000)
await passTime(40_000)
silence.refresh()
await passTime(40_000)
said.push(calls + ' after a word')
await passTime(20_000)
said.push(calls + ' after silence')
console.log(JSON.stringify(said))
process.exit()
`

it('passes once what is asked is answered, and gives up what the test holds back', () => {
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(JSON.parse(said)).toEqual([
    'first answered',
    'a minute',
    'second given up',
    '0 after a word',
    '1 after silence',
  ])
})
