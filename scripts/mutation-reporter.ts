import { recordFigure } from '#testing/proof.ts'
import { mutatedFiles } from './mutation-groups.ts'

/** The part of Stryker's metrics that the figure consists of. */
interface StrykerMetrics {
  readonly systemUnderTestMetrics: {
    readonly metrics: {
      readonly mutationScore: number
      readonly totalValid: number
      readonly totalUndetected: number
      readonly totalInvalid: number
      readonly ignored: number
    }
  }
}

/** Records a group's mutation score, as Stryker counts it, as a figure of docs/reliability.md. */
function onMutationTestReportReady(_report: unknown, { systemUnderTestMetrics }: StrykerMetrics): void {
  const { mutationScore, totalValid, totalUndetected, totalInvalid, ignored } = systemUnderTestMetrics.metrics
  recordFigure({
    proof: 'mutation-score',
    tried: { group: mutatedFiles(process.env['CLAIMS_DESK_MUTATION_GROUP']).group, mutants: totalValid },
    seen: {
      percent: mutationScore.toFixed(1),
      undetected: totalUndetected,
      // Left out by a comment in the code, or the tests cannot even begin with it.
      ignored: ignored + totalInvalid,
    },
  })
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'figure', value: { onMutationTestReportReady } }]
