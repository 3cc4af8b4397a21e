import { describe, expect, it } from 'vitest'
import { workflowProblems } from './workflow-problems.ts'

const pin = '0123456789012345678901234567890123456789'

/** A workflow with these lines in its one job. */
function workflow(...lines: readonly string[]): string {
  const head = ['name: One', 'on: [push]', 'jobs:', '  one:', '    runs-on: ubuntu-24.04']
  return [...head, ...lines.map((line) => `    ${line}`), ''].join('\n')
}

describe('the lint of a workflow', () => {
  it('finds nothing in a good one', async () => {
    const good = workflow(
      'steps:',
      `  - uses: actions/checkout@${pin} # v7`,
      '  - run: echo ${{ github.sha }}',
    )
    expect(await workflowProblems(good)).toEqual([])
  })

  it.each([
    ['an unknown key', ['stepps: []'], 6],
    ['a job that is not there', ['needs: two', 'steps: [{ run: echo }]'], 6],
    ['an expression that does not end', ['steps:', '  - run: echo', '    if: always('], 8],
    ['a context that is not there', ['steps:', '  - run: echo ${{ gitub.sha }}'], 7],
    ['a setting of the kernel that is changed', ['steps:', '  - run: sudo sysctl -w kernel.a=0'], 7],
    ['a program without its sandbox', ['steps:', '  - run: ./program --no-sandbox'], 7],
    ['an action by its tag', ['steps:', '  - uses: actions/checkout@v7'], 7],
  ])('finds %s', async (_what, lines, line) => {
    const problems = await workflowProblems(workflow(...lines))
    expect(problems.map((problem) => problem.line)).toContain(line)
  })
})
