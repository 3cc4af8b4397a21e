import type { AnswerCase } from './answer-case.ts'

/** Answers that once broke a property: each is tried first, in every run. */
export const keptAnswers: readonly AnswerCase[] = []
