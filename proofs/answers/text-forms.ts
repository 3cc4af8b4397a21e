import type { Json, JsonObject } from './json-mutation.ts'

/* What may stand in a body in the place of an answer, and what becomes of one. */

/** Bodies of whoever else answers. */
export const foreignTexts: readonly string[] = [
  '',
  ' ',
  '<!doctype html><title>Log in</title><form action="/login"><input name="password"></form>',
  '<html><body><h1>502 Bad Gateway</h1></body></html>',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  'OK',
  'true',
  'null',
  '0',
  '-',
  '""',
  '"success"',
  '[]',
  '{}',
  '[[[]]]',
  '{"success":true}',
  '{"success":true,"data":null}',
  '{"success":true,"data":[]}',
  '{"success":true,"data":{}}',
  '{"success":true,"data":{},"message":""}',
  '{"success":"true","data":{"policy_number":"KKP/2026/LA/000001"}}',
  '{"success":false}',
  '{"success":false,"message":null,"errors":null}',
  '{"success":false,"errors":["a","b"]}',
  '{"success":false,"errors":{"__proto__":["x"],"constructor":"y","":[""],"0":[1,null,{}]}}',
  '{"success":false,"message":{"policy_number":["The policy has lapsed."]}}',
  '{"success":false,"data":{"policy_number":["The policy has lapsed."]}}',
  '{"success":false,"error":"The policy has lapsed."}',
  '{"success":false,"errors":[{"detail":"Lapsed","source":{"pointer":"/data/attributes/policy_number"}}]}',
  '{"success":false,"errors":[{"code":17}],"outcome":"lapsed"}',
  '{"message":"Unauthenticated."}',
  '{"error":"invalid_token"}',
  '{"__proto__":{"success":true,"data":{"policy_number":"KKP/2026/LA/000001"}}}',
  '{"success":true,"data":{"__proto__":{"policy_number":"KKP/2026/LA/000001"}}}',
  'data: {"success":true}\n\n',
  'callback({"success":true})',
  '['.repeat(50_000),
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `{"success":true,"data":${'{"data":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
  `{"success":false,"errors":{${Array.from({ length: 3_000 }, (_, n) => `"field${n}":["${'e'.repeat(30)}"]`).join(',')}}}`,
  `{"success":false,"message":"${'m'.repeat(60_000)}"}`,
]

const prefixes: readonly string[] = [
  ")]}',\n",
  'for(;;);',
  '\n\n',
  '<!-- -->',
  'Warning: x in y on line 3\n',
  '<br />\n<b>Warning</b>:  x in <b>y</b> on line <b>3</b><br />\n',
]

const endings = [']', '}', '\n', '<!-- cached -->', '\0', ' <script></script>']

/** Mutations of the body's text, at a place in it. */
export const textDamages = {
  cut: (text, at) => text.slice(0, at % Math.max(1, text.length)),
  bom: (text, at) => `\ufeff${at % 2 === 0 ? '' : '\ufeff'}${text}`,
  prefix: (text, at) => (prefixes[at % prefixes.length] ?? '') + text,
  suffix: (text, at) => text + (endings[at % endings.length] ?? ''),
  twice: (text) => `${text}\n${text}`,
  comment: (text) => text.replace(',', ',/* */'),
  'single-quotes': (text) => text.replaceAll('"', "'"),
  blank: (text, at) => ' \t\r\n'.repeat(1 + (at % 500)) + text,
} as const satisfies Readonly<Record<string, (text: string, at: number) => string>>

/** What is repeated: a text with the key in it, and the key alone. @param at which of the places */
type Echo = (base: JsonObject, text: string, key: string, at: number) => Json

const asWords =
  (name: string): Echo =>
  ({ response_message: _said, ...base }, text) => ({ ...base, [name]: text })
const inNoBody: Echo = (base) => base

/** Where the key is echoed. */
export const echoPlaces = {
  message: asWords('message'),
  response_message: asWords('response_message'),
  error: (base, text) => ({
    ...base,
    success: false,
    errors: { policy_number: [text, 'Wrong.'], other: text },
  }),
  'error-name': (base, text, key) => ({
    ...base,
    success: false,
    errors: { [text]: ['Wrong.'], [key]: ['Wrong.'] },
  }),
  field: (base, text, _key, at) => inFields(base, at, text),
  'every-field': (base, text) => inFields(base, null, text),
  header: inNoBody,
  location: inNoBody,
  reason: inNoBody,
  'top-name': (base, text) => ({ ...base, [text]: text }),
} as const satisfies Readonly<Record<string, Echo>>

/** Puts the text into one text field, or into all of them. */
function inFields(base: JsonObject, only: number | null, text: string): Json {
  const fields: { holder: JsonObject; name: string }[] = []
  const open: Json[] = [base]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) {
      for (const name of Object.keys(value)) {
        // Endpoints that echo the policy number must still echo this one, or the page shows nothing at all.
        if (typeof value[name] === 'string' && name !== 'policy_number') fields.push({ holder: value, name })
      }
    }
    open.push(...Object.values(value))
  }
  const chosen = only === null ? fields : [fields[only % Math.max(1, fields.length)]]
  for (const field of chosen) if (field !== undefined) field.holder[field.name] = text
  return base
}
