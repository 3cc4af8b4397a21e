import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { SetUpRefusal } from '#shared/contract/set-up.ts'
import { setUpCodes } from '#main/app/set-up-command.ts'
import { isRunningCode, noScreenCode, notWritableCode } from '#main/shell/start-checks.ts'
import { projectRoot } from './project-root.ts'

/** What docs/provisioning.md says of each code of `--set-up`: a row of several codes says as many things. */
const text = readFileSync(join(projectRoot, 'docs/provisioning.md'), 'utf8')
const said = new Map(
  [...text.matchAll(/^\| (\d[\d, ]*) \| (.+) \|$/gm)].flatMap(([, codes = '', meanings = '']) => {
    const each = codes === '0' ? [meanings] : meanings.split('; ')
    return codes.split(', ').map((code, at) => [Number(code), each[at]] as const)
  }),
)

const words: Readonly<Record<SetUpRefusal, RegExp>> = {
  'no-file': /^no passphrase/,
  'unreadable-file': /^no set-up file/,
  'not-ours': /^no set-up file/,
  damaged: /damaged$/,
  newer: /^no set-up file/,
  'wrong-passphrase': /^wrong passphrase$/,
  expired: /^expired$/,
  'taken-in-before': /^this file, or a newer one, holds there$/,
  'in-use': /^in use/,
  'set-by-organisation': /^the policy sets another address$/,
  'key-refused': /^the insurer refuses the key$/,
  'no-keyring': /^no keyring/,
  'no-connection': /^a new key cannot be tried without a connection$/,
}

it('docs/provisioning.md says what each exit code of --set-up means, and of no other', () => {
  const codes: readonly (readonly [number, RegExp])[] = [
    [0, /^set up/],
    [1, /^it did not start$/],
    ...Object.entries(words).map(([why, word]) => [setUpCodes[why as SetUpRefusal], word] as const),
    [isRunningCode, /running$/],
    [noScreenCode, /^no screen$/],
    [notWritableCode, /^the data folder cannot be used or written$/],
  ]
  for (const [code, word] of codes) expect(said.get(code), String(code)).toMatch(word)
  expect(new Set(said.keys())).toEqual(new Set(codes.map(([code]) => code)))
})
