import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { resultText, type Step } from '../../scripts/self-check/result-text.ts'
import { readTask } from '../../scripts/self-check/task.ts'

/** Writes the result of `npm start -- --self-check` into its file. */
export default class SelfCheckReporter implements Reporter {
  readonly #task = readTask(process.env)
  readonly #steps: Step[] = []
  readonly #facts: string[] = []

  onTestEnd({ title, expectedStatus }: TestCase, { status, errors, annotations }: TestResult): void {
    const said = annotations.flatMap(({ type, description = '' }) => (type === 'fact' ? [description] : []))
    this.#facts.push(...said)
    const reason = annotations.find(({ type }) => type === 'skip')?.description ?? ''
    if (status === 'skipped') this.#steps.push({ name: title, outcome: 'left-out', why: reason })
    else if (status === expectedStatus) this.#steps.push({ name: title, outcome: 'passed', why: '' })
    else this.#steps.push({ name: title, outcome: 'failed', why: wordsOf(errors) || status })
  }

  /** Outside of a test: a spec that cannot be loaded. */
  onError(error: TestError): void {
    this.#steps.push({ name: 'The application can be checked', outcome: 'failed', why: wordsOf([error]) })
  }

  onEnd(): void {
    const { head, resultFile } = this.#task
    writeFileSync(resultFile, resultText({ head, steps: this.#steps, facts: this.#facts }))
  }
  printsToStdio(): boolean {
    return false
  }
}

function wordsOf(errors: readonly TestError[]): string {
  return errors.map(({ message, value }) => message ?? value ?? '').join('\n')
}
