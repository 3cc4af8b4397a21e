import type { Page } from 'playwright-core'

/**
 * One thing that a script injected into the page would try. `run` runs in the page, as text, so it stands alone; what
 * it resolves with is what came of it, for the list.
 */
export interface Attempt {
  readonly name: string
  /**
   * What has to stop it: a directive of the CSP that reports it, an exception of the page's own world (Trusted Types,
   * a denied permission), or an answer of `run` that says so.
   */
  readonly stoppedBy:
    | { readonly directive: string }
    | { readonly exception: RegExp }
    | { readonly answer: RegExp }
  /** @param url an address of the collector's, of this attempt alone. */
  readonly run: (url: string, add: AddElement) => unknown
}

/** An attempt, and what has to stop it. */
export const stopped = (name: string, stoppedBy: Attempt['stoppedBy'], run: Attempt['run']): Attempt => ({
  name,
  stoppedBy,
  run,
})

/** Puts an element with these properties in its place in the page, until the attempt is over. */
export type AddElement = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties?: Readonly<Record<string, string>>,
) => HTMLElementTagNameMap[Tag]

/** What came of an attempt. */
export interface Outcome {
  readonly name: string
  readonly isStopped: boolean
  readonly seen: string
}

interface Seen {
  readonly directives: readonly string[]
  readonly exception: string | null
  readonly answer: string | null
}

/** Runs in the page: starts the attempt as a page script would. @returns what was observed */
async function inThePage(
  run: Attempt['run'],
  url: string,
  wanted: 'directive' | 'outcome',
  directive: string,
): Promise<Seen> {
  const directives: string[] = []
  const added: HTMLElement[] = []
  const add: AddElement = (tag, properties = {}) => {
    const element = Object.assign(document.createElement(tag), properties)
    added.push(element)
    const place = tag === 'link' ? document.head : document.body
    place.append(element)
    return element
  }
  return await new Promise((resolve) => {
    let exception: string | null = null
    let answer: string | null = null
    const end = (): void => {
      document.removeEventListener('securitypolicyviolation', onViolation)
      clearTimeout(timer)
      for (const element of added) element.remove()
      resolve({ directives, exception, answer })
    }
    const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent): void => {
      directives.push(effectiveDirective)
      if (wanted === 'directive' && effectiveDirective === directive) end()
    }
    document.addEventListener('securitypolicyviolation', onViolation)
    const timer = setTimeout(end, 8000)
    // Not in the debugger's own call, which may do what the policy forbids a script.
    setTimeout(() => {
      Promise.resolve()
        .then(() => run(url, add))
        .then(
          (value) => {
            answer = String(value)
          },
          (error: unknown) => {
            exception = String(error)
          },
        )
        .finally(() => {
          if (wanted === 'outcome') end()
        })
    }, 0)
  })
}

/** Makes the attempt in the page. An attempt of which nothing is heard was not stopped by what ought to stop it. */
export async function attempt(page: Page, { name, stoppedBy, run }: Attempt, url: string): Promise<Outcome> {
  const directive = 'directive' in stoppedBy ? stoppedBy.directive : ''
  const wanted = directive === '' ? 'outcome' : 'directive'
  const call = `(${inThePage.toString()})(${run.toString()}, ${JSON.stringify(url)}, '${wanted}', '${directive}')`
  const seen: Seen = await page.evaluate(call)
  return { name, isStopped: isStopped(stoppedBy, seen), seen: describe(seen) }
}

function isStopped(stoppedBy: Attempt['stoppedBy'], seen: Seen): boolean {
  if ('directive' in stoppedBy) return seen.directives.includes(stoppedBy.directive)
  if ('exception' in stoppedBy) return seen.exception !== null && stoppedBy.exception.test(seen.exception)
  return seen.answer !== null && stoppedBy.answer.test(seen.answer)
}

function describe({ directives, exception, answer }: Seen): string {
  const said = [...new Set(directives)].map((directive) => `refused by ${directive}`)
  if (exception !== null) said.push(exception.slice(0, 120))
  if (answer !== null) said.push(`answered ${answer.slice(0, 80)}`)
  return said.length === 0 ? 'nothing was heard' : said.join('; ')
}
