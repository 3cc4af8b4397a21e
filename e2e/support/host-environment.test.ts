import { expect, it } from 'vitest'
import { hostEnvironment } from './host-environment.ts'

const env = { NODE_COMPILE_CACHE: '/cache', ELECTRON_RUN_AS_NODE: '1', HOME: '/home/ada', LANG: undefined }

it('has nothing for Electron that is meant for the tests’ own Node', () => {
  expect(hostEnvironment(env, true)).toEqual({ HOME: '/home/ada' })
})

it('is the tests’ own in the stand-in, which is a Node', () => {
  expect(Object.keys(hostEnvironment(env, false))).toEqual([
    'NODE_COMPILE_CACHE',
    'ELECTRON_RUN_AS_NODE',
    'HOME',
  ])
})
