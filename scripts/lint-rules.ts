import type { Rule } from 'eslint'
import * as v from 'valibot'

/*
 * What oxlint.config.ts words by selectors and by patterns of imports. `layers` and `outside` are one rule: a file has
 * a list of each.
 */

/** A selector or a pattern, and what to do instead. */
const ForbiddenSchema = v.array(v.tuple([v.string(), v.string()]))

const imports: Rule.RuleModule = {
  meta: { schema: false },
  create(context) {
    const forbidden = v
      .parse(ForbiddenSchema, context.options)
      .map(([pattern, message]) => ({ pattern: new RegExp(pattern), message }))
    const look = ({ source }: { readonly source?: unknown }, node: Rule.Node): void => {
      const named = v.safeParse(v.object({ value: v.string() }), source)
      if (!named.success) return
      const { value } = named.output
      const found = forbidden.find(({ pattern }) => pattern.test(value))
      if (found !== undefined) context.report({ node, message: `'${value}': ${found.message}` })
    }
    return {
      ImportDeclaration: (node) => look(node, node),
      ExportNamedDeclaration: (node) => look(node, node),
      ExportAllDeclaration: (node) => look(node, node),
      ImportExpression: (node) => look(node, node),
    }
  },
}

const syntax: Rule.RuleModule = {
  meta: { schema: false },
  create(context) {
    const forbidden = v.parse(ForbiddenSchema, context.options)
    return Object.fromEntries(
      forbidden.map(([selector, message]) => [
        selector,
        (node: Rule.Node) => context.report({ node, message }),
      ]),
    )
  },
}

export default { meta: { name: 'desk' }, rules: { layers: imports, outside: imports, syntax } }
