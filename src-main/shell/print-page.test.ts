import { expect, it } from 'vitest'
import { sendToPrinter } from './main-window.ts'

const asked: object[] = []
/** A page whose printing ends in this way. */
const page = (isPrinted: boolean, reason: string) => ({
  isDestroyed: () => false,
  print(options?: object, callback?: (success: boolean, failureReason: string) => void) {
    asked.push(options ?? {})
    callback?.(isPrinted, reason)
  },
})

it('printing fails where the printer does, and not where the officer thinks better of it', async () => {
  expect(await sendToPrinter(page(true, ''))).toBe(true)
  expect(await sendToPrinter(page(false, 'Print job canceled'))).toBe(true)
  expect(await sendToPrinter(page(false, 'Invalid printer settings'))).toBe(false)
  expect(await sendToPrinter(page(false, 'Print job failed'))).toBe(false)
  expect(await sendToPrinter(null)).toBe(false)
  // Any option would make Electron look for a printer before the system's dialog.
  expect(asked).toEqual([{}, {}, {}, {}])
})
