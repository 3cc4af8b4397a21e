import type { Locator, Page } from 'playwright-core'

/** A file as it would be dropped: its name, and what it holds. */
export interface DroppedFile {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

/** A picture that Chromium draws: stripes of a colour, so that no two colours make the same file. */
export async function madeUpPicture(
  page: Page,
  name: string,
  type: 'image/jpeg' | 'image/png',
  colour: string,
): Promise<DroppedFile> {
  const data = await page.evaluate(
    ([mime, fill]) => {
      const canvas = document.createElement('canvas')
      canvas.width = 640
      canvas.height = 420
      const context = canvas.getContext('2d')
      if (context === null) return ''
      context.fillStyle = '#dfe6ea'
      context.fillRect(0, 0, 640, 420)
      context.fillStyle = fill
      for (let at = 0; at < 640; at += 80) context.fillRect(at, 60 + (at % 160), 48, 260)
      return canvas.toDataURL(mime, 0.9).split(',')[1] ?? ''
    },
    [type, colour] as const,
  )
  return { name, type, bytes: Buffer.from(data, 'base64') }
}

/** The smallest text that readers take for a PDF. */
export function madeUpPdf(name: string, text: string): DroppedFile {
  return { name, type: 'application/pdf', bytes: Buffer.from(`%PDF-1.4\n% ${text}\n%%EOF\n`) }
}

/** Drags files over an element and drops them. @returns whether they came to it. */
export async function dropFiles(target: Locator, files: readonly DroppedFile[]): Promise<boolean> {
  const plain = files.map(({ name, type, bytes }) => ({ name, type, data: bytes.toString('base64') }))
  return await target.evaluate((element, dropped) => {
    const dataTransfer = new DataTransfer()
    for (const { name, type, data } of dropped) {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
      dataTransfer.items.add(new File([bytes], name, { type }))
    }
    const fire = (name: string): boolean =>
      element.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer }))
    let isReached = false
    element.addEventListener('drop', () => (isReached = true), { once: true })
    fire('dragenter')
    fire('dragover')
    fire('drop')
    return isReached
  }, plain)
}
