import { expect, it } from 'vitest'
import { iconFor } from './tray.ts'

/** How wide the application's icon is drawn in the tray; 'template' where it is macOS' own. */
function drawn(platform: NodeJS.Platform, scaleFactor: number): unknown {
  const template = { addRepresentation: () => undefined, setTemplateImage: () => undefined }
  const parts = {
    nativeImage: {
      createEmpty: () => template,
      createFromDataURL: () => ({ resize: ({ width }: { readonly width: number }) => width }),
    },
    screen: { getPrimaryDisplay: () => ({ scaleFactor }) },
  }
  const icon: unknown = iconFor(platform, parts as never)
  return icon === template ? 'template' : icon
}

it.each([
  [1, 16],
  [1.25, 20],
  [1.5, 24],
  [1.75, 28],
  [2, 32],
])('at %d times, Windows gets the icon in its own %d pixels', (scaleFactor, pixels) => {
  expect(drawn('win32', scaleFactor)).toBe(pixels)
})

it('Linux gets a larger one, and macOS a template', () => {
  expect(drawn('linux', 1)).toBe(32)
  expect(drawn('darwin', 2)).toBe('template')
})
