import type { PrintToPDFOptions } from 'electron'

type Named = Extract<PrintToPDFOptions['pageSize'], string>
/** Width and height in inches, as Electron has them. */
const sizes: Readonly<Record<Named, readonly [number, number]>> = {
  A0: [33.1, 46.8],
  A1: [23.4, 33.1],
  A2: [16.54, 23.4],
  A3: [11.7, 16.54],
  A4: [8.27, 11.7],
  A5: [5.83, 8.27],
  A6: [4.13, 5.83],
  Legal: [8.5, 14],
  Letter: [8.5, 11],
  Tabloid: [11, 17],
  Ledger: [17, 11],
}
/** One centimetre. */
const standardMargin = 0.4

/** Electron's options as those of the DevTools protocol's `Page.printToPDF`. */
export function printParameters(options: PrintToPDFOptions): {
  readonly paperWidth: number
  readonly paperHeight: number
  readonly marginTop: number
  readonly marginBottom: number
  readonly marginLeft: number
  readonly marginRight: number
  readonly landscape: boolean
  readonly displayHeaderFooter: boolean
  readonly printBackground: boolean
  readonly scale: number
  readonly pageRanges: string
  readonly headerTemplate: string
  readonly footerTemplate: string
  readonly preferCSSPageSize: boolean
  readonly generateTaggedPDF: boolean
  readonly generateDocumentOutline: boolean
} {
  const { pageSize = 'Letter', margins = {} } = options
  const [paperWidth, paperHeight] =
    typeof pageSize === 'string' ? sizes[pageSize] : [pageSize.width, pageSize.height]
  return {
    paperWidth,
    paperHeight,
    marginTop: margins.top ?? standardMargin,
    marginBottom: margins.bottom ?? standardMargin,
    marginLeft: margins.left ?? standardMargin,
    marginRight: margins.right ?? standardMargin,
    landscape: options.landscape ?? false,
    displayHeaderFooter: options.displayHeaderFooter ?? false,
    printBackground: options.printBackground ?? false,
    scale: options.scale ?? 1,
    pageRanges: options.pageRanges ?? '',
    headerTemplate: options.headerTemplate ?? '',
    footerTemplate: options.footerTemplate ?? '',
    preferCSSPageSize: options.preferCSSPageSize ?? false,
    generateTaggedPDF: options.generateTaggedPDF ?? false,
    generateDocumentOutline: options.generateDocumentOutline ?? false,
  }
}
