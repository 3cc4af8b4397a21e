import type { CDPSession, Page } from 'playwright-core'

interface DomNode {
  readonly nodeId: number
  readonly nodeType: number
  readonly nodeName: string
  readonly nodeValue: string
  readonly children?: readonly DomNode[] | undefined
  readonly shadowRoots?: readonly DomNode[] | undefined
}
const textNode = 3
/** What is in them is drawn by the system itself, or not at all. */
const notDrawn = new Set(['SCRIPT', 'STYLE', 'HEAD', 'OPTION'])

/** The texts of a screen that are not drawn by the bundled fonts alone, each with the fonts of the system's. */
export async function drawnBySystemFonts(page: Page): Promise<readonly string[]> {
  const client = await page.context().newCDPSession(page)
  try {
    await client.send('DOM.enable')
    await client.send('CSS.enable')
    // With what the browser has made inside of fields: what is typed is drawn there.
    const { root } = await client.send('DOM.getDocument', { depth: -1, pierce: true })
    const texts = await Promise.all(elementsWithText(root).map((element) => systemFontsOf(client, element)))
    return texts.flat()
  } finally {
    await client.detach()
  }
}

function elementsWithText(node: DomNode): readonly DomNode[] {
  if (notDrawn.has(node.nodeName)) return []
  const inside = [...(node.children ?? []), ...(node.shadowRoots ?? [])]
  const hasText = inside.some(({ nodeType, nodeValue }) => nodeType === textNode && nodeValue.trim() !== '')
  return [...(hasText ? [node] : []), ...inside.flatMap(elementsWithText)]
}

async function systemFontsOf(client: CDPSession, element: DomNode): Promise<readonly string[]> {
  const asked = client.send('CSS.getPlatformFontsForNode', { nodeId: element.nodeId })
  // What the screen has taken away since draws nothing.
  const { fonts } = await asked.catch((error: unknown) => {
    if (error instanceof Error && error.message.includes('Could not find node')) return { fonts: [] }
    throw error
  })
  const names = fonts.flatMap(({ familyName, isCustomFont }) => (isCustomFont ? [] : [familyName]))
  const text = (element.children ?? [])
    .map(({ nodeValue }) => nodeValue)
    .join('')
    .trim()
    .slice(0, 60)
  return names.length === 0 ? [] : [`${text} (${element.nodeName.toLowerCase()}): ${names.join(', ')}`]
}
