import { expect, it } from 'vitest'
import { createTrayNotice } from './tray.ts'

interface Desktop {
  readonly platform?: NodeJS.Platform
  readonly response?: number
  /** What `isOutOfSight` answers, one after another. */
  readonly sight?: readonly boolean[]
}

/** A window that is closed twice, on a desktop whose programs print this. */
async function closedTwice(
  printed: Readonly<Record<string, string>>,
  { platform = 'linux', response = 0, sight = [true, true, true, true] }: Desktop = {},
) {
  const told: string[] = []
  let quits = 0
  const seen = [...sight]
  const notice = createTrayNotice({
    dialogs: {
      ask: (box) => {
        told.push(JSON.stringify(box))
        return Promise.resolve(response)
      },
    },
    platform,
    printedBy: (program) => Promise.resolve(printed[program] ?? ''),
    isOutOfSight: () => seen.shift() ?? false,
    quit: () => (quits += 1),
  })
  await notice()
  await notice()
  return { told, quits }
}

it.each([
  ['GNOME, by gdbus', { gdbus: '(false,)\n' }],
  ['GNOME, by busctl', { busctl: 'b false\n' }],
  ['a system where nothing answers', {}],
])('on %s it is told once that the application goes on, and how to see it', async (_name, printed) => {
  const { told, quits } = await closedTwice(printed)
  expect(told).toHaveLength(1)
  expect(told[0]).toContain('Start it again to see it.')
  expect(quits).toBe(0)
})

it.each([
  ['a desktop with a tray, by gdbus', { gdbus: '(true,)\n' }, {}],
  ['a desktop with a tray, by busctl', { busctl: 'b true\n' }, {}],
  ['Windows', {}, { platform: 'win32' }],
  ['macOS', {}, { platform: 'darwin' }],
  ['any, about to end', {}, { sight: [false] }],
  ['any, whose window is open again by then', {}, { sight: [true, false] }],
] as const)('on %s nothing is told', async (_name, printed, options) => {
  expect((await closedTwice(printed, options)).told).toEqual([])
})

it('quits where the officer asks for that', async () => {
  expect((await closedTwice({}, { response: 1 })).quits).toBe(1)
})
