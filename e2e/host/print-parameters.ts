import type { PrintToPDFOptions } from 'electron'

/** In inches, as Electron has them; the application prints on no other paper. */
const sizes = {
  A4: { paperWidth: 8.27, paperHeight: 11.7 },
  A5: { paperWidth: 5.83, paperHeight: 8.27 },
} as const

/** Electron's options as those of the DevTools protocol's `Page.printToPDF`. */
export function printParameters({ pageSize, margins, ...options }: PrintToPDFOptions) {
  if (pageSize !== 'A4' && pageSize !== 'A5') throw new Error('The stand-in has no such paper.')
  return {
    ...sizes[pageSize],
    marginTop: margins?.top ?? 0,
    marginBottom: margins?.bottom ?? 0,
    marginLeft: margins?.left ?? 0,
    marginRight: margins?.right ?? 0,
    printBackground: options.printBackground ?? false,
    generateTaggedPDF: options.generateTaggedPDF ?? false,
  }
}
