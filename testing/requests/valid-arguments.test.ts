import * as v from 'valibot'
import { expect, it } from 'vitest'
import { calls, requestChannels } from '#shared/contract/calls.ts'
import { examplesOf } from './examples-of.ts'
import { validArguments } from './valid-arguments.ts'

it.each(requestChannels)('there is an argument that %s accepts', (channel) => {
  const found = validArguments(channel)
  expect(found).not.toEqual([])
  for (const argument of found) expect(v.is(calls[channel].takes, argument)).toBe(true)
})

it('a schema from which no value can be derived asks for an example', () => {
  expect(() => examplesOf(v.pipe(v.string(), v.regex(/^never typed$/)))).toThrow('example')
})
