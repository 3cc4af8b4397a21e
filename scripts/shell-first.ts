import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const reads = /\s*<(?:script type="module"|link rel="(?:stylesheet|modulepreload)")[^>]*>(?:<\/script>)?/g

/**
 * Has the shell of the first document painted before anything else is there: its style stands in the document, where the
 * CSP knows it by its hash, and what is read from disk comes after it.
 *
 * @param styleFile the style of the shell.
 */
export function shellFirst(styleFile: string): Plugin {
  return {
    name: 'shell-first',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => documentWith(html, readFileSync(styleFile, 'utf8').replaceAll('\r\n', '\n')),
    },
  }
}

/** The document with the shell's style inside, and after the shell what it reads: style sheets before scripts. */
export function documentWith(html: string, style: string): string {
  const tags = html.match(reads) ?? []
  const isStyle = (tag: string): boolean => tag.includes('rel="stylesheet"')
  const after = [...tags.filter(isStyle), ...tags.filter((tag) => !isStyle(tag))]
  return html
    .replace(reads, '')
    .replace('</head>', () => `  <style>${style}</style>\n  </head>`)
    .replace('</body>', () => `${after.join('').trim()}\n  </body>`)
}
