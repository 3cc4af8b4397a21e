import type { WebContents } from 'electron'

/**
 * The page's print view as a PDF; null when there is no page. Margins are small because the print layout has its own,
 * and screen colours are left out. The PDF is tagged, so that a screen reader finds headings and tables.
 */
export async function printPage(
  page: Pick<WebContents, 'printToPDF' | 'isDestroyed'> | null,
  pageSize: 'A4' | 'A5',
): Promise<Uint8Array | null> {
  if (page === null || page.isDestroyed()) return null
  return await page.printToPDF({
    pageSize,
    margins: { top: 0.2, bottom: 0.2, left: 0.2, right: 0.2 },
    printBackground: false,
    generateTaggedPDF: true,
  })
}

/** What Electron says when the person cancels (patches/chromium/printing.patch). */
const cancelledReason = 'Print job canceled'

/** Asks in the system's dialog how to print the page's print view. @returns false where it failed; cancelling is none */
export async function sendToPrinter(
  page: Pick<WebContents, 'print' | 'isDestroyed'> | null,
): Promise<boolean> {
  if (page === null || page.isDestroyed()) return false
  return await new Promise((resolve) => {
    // With any option Electron looks for a printer first, and where there is none passes over the dialog's own files.
    page.print({}, (isPrinted, reason) => resolve(isPrinted || reason === cancelledReason))
  })
}
