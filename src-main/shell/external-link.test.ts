import { expect, it } from 'vitest'
import { createLinkOpener } from './external-link.ts'

/** An officer who presses the button with this index in each question. */
function officer(
  button: number,
  practicePort: number | null = null,
): {
  asked: string[]
  opened: string[]
  open: (address: string) => Promise<void>
} {
  const asked: string[] = []
  const opened: string[] = []
  const ask = (box: unknown): Promise<number> => {
    asked.push(JSON.stringify(box))
    return Promise.resolve(button)
  }
  const open = createLinkOpener({
    dialogs: { ask },
    shell: {
      openExternal: (address) => {
        opened.push(address)
        return Promise.resolve()
      },
    },
    practicePort: () => Promise.resolve(practicePort),
    log: { event: () => undefined },
  })
  return { asked, opened, open }
}

it('shows the whole address and opens it when the officer agrees', async () => {
  const { asked, opened, open } = officer(0)
  await open('https://example.test/a?b=c')
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain('https://example.test/a?b=c')
  expect(opened).toEqual(['https://example.test/a?b=c'])
})

it('opens nothing when the officer does not', async () => {
  const { opened, open } = officer(1)
  await open('https://example.test/')
  expect(opened).toEqual([])
})

it('opens a file of the practice server, while practice is open', async () => {
  const file = 'http://127.0.0.1:4100/file-store/claims/0a1b.jpg'
  const inPractice = officer(0, 4100)
  await inPractice.open(file)
  expect(inPractice.asked[0]).toContain(file)
  expect(inPractice.opened).toEqual([file])
  const unwilling = officer(1, 4100)
  await unwilling.open(file)
  for (const port of [4101, null]) {
    const elsewhere = officer(0, port)
    await elsewhere.open(file)
    expect([elsewhere.asked, elsewhere.opened, unwilling.opened]).toEqual([[], [], []])
  }
})

it.each([
  'http://example.test/',
  'https://me:pw@example.test/',
  'http://127.0.0.1:4100/api/merchant/x',
  'file:///etc/passwd',
  'app://desk/',
  'javascript:alert(1)',
  'x',
])('does not even ask about %s', async (address) => {
  const { asked, opened, open } = officer(0, 4100)
  await open(address)
  expect(asked).toEqual([])
  expect(opened).toEqual([])
})
