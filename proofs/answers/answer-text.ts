import type { AnswerCase } from './answer-case.ts'
import type { GenuineAnswers } from './genuine-answers.ts'
import { mutatedText, type Json, type JsonObject } from './json-mutation.ts'
import { echoForms } from './key-echo.ts'
import { echoPlaces, foreignTexts, textDamages } from './text-forms.ts'

/** The text of an answer's body. */
export function answerText(one: AnswerCase, genuine: GenuineAnswers): string {
  const text = plainText(one, genuine)
  return one.textDamage === null ? text : textDamages[one.textDamage.do](text, one.textDamage.at)
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
  const key = echoForms[echo.form]
  return echoPlaces[echo.place](base, `Not valid: ${key} (again)`, key, echo.at)
}
