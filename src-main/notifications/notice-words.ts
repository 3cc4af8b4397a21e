import type { Environment } from '#shared/domain/product.ts'
import { say } from '../texts/texts.ts'
import { partsOf, type Notice, type NoticePart } from './notice.ts'

export interface NoticeWords {
  readonly title: string
  readonly body: string
}

/** A notice in words: the most serious part first, only numbers, and always the environment if it is not live. */
export function wordsOf(notice: Notice, environment: Environment): NoticeWords {
  const parts = partsOf(notice)
  const lines = parts.flatMap((part) => linesOf(part, notice, environment))
  const where = environment === 'live' ? [] : [say(`environment.${environment}`)]
  const [first = '', ...others] = lines
  const advice = parts.length === 1 ? parts.flatMap(adviceOn) : []
  return { title: first, body: [...others, ...advice, ...where].join('\n') }
}

function linesOf(part: NoticePart, notice: Notice, environment: Environment): readonly string[] {
  if (part === 'key-refused' || part === 'files-held') return [say(`notices.${part}`)]
  if (part === 'decided') return [say('notices.decided', { n: notice.decided })]
  const key = part === 'received' && environment === 'practice' ? 'received-in-practice' : part
  return (['claims', 'requests'] as const).flatMap((kind) => {
    const n = notice[part][kind]
    return n === 0 ? [] : [say(`notices.${key}.${kind}`, { n })]
  })
}

function adviceOn(part: NoticePart): readonly string[] {
  return part === 'received' || part === 'decided' ? [] : [say(`notices.advice.${part}`)]
}
