import type { AnswerCase } from './answer-case.ts'
import type { GenuineAnswers } from './genuine-answers.ts'
import { mutatedText, type Json, type JsonObject } from './json-mutation.ts'
import { echoForms } from './key-echo.ts'

const foreignTexts: readonly string[] = [
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

/** The text of an answer's body. */
export function answerText(one: AnswerCase, genuine: GenuineAnswers): string {
  const text = plainText(one, genuine)
  return one.textDamage === null ? text : damaged(text, one.textDamage)
}

function plainText(one: AnswerCase, genuine: GenuineAnswers): string {
  if (one.body === 'foreign') return foreignTexts[one.foreign % foreignTexts.length] ?? ''
  const from = one.body === 'genuine' ? genuine.answers : genuine.refusals
  const base = structuredClone(from[one.endpoint])
  // A refusal with a success status: 2xx with `success: false`.
  if (one.body === 'failed') (base as JsonObject)['success'] = false
  return mutatedText(echoed(base, one.echo), one.changes)
}

function echoed(base: Json, echo: AnswerCase['echo']): Json {
  if (echo === null || typeof base !== 'object' || base === null || Array.isArray(base)) return base
  const text = `Not valid: ${echoForms[echo.form]} (again)`
  switch (echo.place) {
    case 'message':
    case 'response_message':
      Reflect.deleteProperty(base, 'response_message')
      return { ...base, [echo.place]: text }
    case 'error':
      return { ...base, success: false, errors: { policy_number: [text, 'Wrong.'], other: text } }
    case 'error-name':
      return { ...base, success: false, errors: { [text]: ['Wrong.'], [echoForms[echo.form]]: ['Wrong.'] } }
    case 'field':
    case 'every-field':
      return inFields(base, echo.place === 'field' ? echo.at : null, text)
    case 'top-name':
      return { ...base, [text]: text }
    case 'header':
    case 'location':
    case 'reason':
      return base
  }
}

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

function damaged(text: string, damage: NonNullable<AnswerCase['textDamage']>): string {
  switch (damage.do) {
    case 'cut':
      return text.slice(0, damage.at % Math.max(1, text.length))
    case 'bom':
      return `\ufeff${damage.at % 2 === 0 ? '' : '\ufeff'}${text}`
    case 'prefix':
      return (prefixes[damage.at % prefixes.length] ?? '') + text
    case 'suffix':
      return text + ([']', '}', '\n', '<!-- cached -->', '\0', ' <script></script>'][damage.at % 6] ?? '')
    case 'twice':
      return `${text}\n${text}`
    case 'comment':
      return text.replace(',', ',/* */')
    case 'single-quotes':
      return text.replaceAll('"', "'")
    case 'blank':
      return ' \t\r\n'.repeat(1 + (damage.at % 500)) + text
  }
}
