import { err, ok } from '#shared/result.ts'
import { checkLink } from '../links/check-link.ts'
import type { RequestHandlers } from './register.ts'

/** Enough for the four links of a claim; a page that asks for more is told to wait. */
const checksAtOnce = 4

/** Answers whether a link leads to a picture or a PDF, without the merchant's key. */
export function createLinkHandlers(check = checkLink): Pick<RequestHandlers, 'links:check'> {
  let running = 0
  return {
    'links:check': async ({ url }) => {
      if (running >= checksAtOnce) return err({ type: 'not-possible-now' })
      running += 1
      try {
        return ok(await check(url))
      } finally {
        running -= 1
      }
    },
  }
}
