import base from './playwright.config.ts'

/* What npm start -- --self-check runs: a few specs, from the build, with a file for a person as their result. */
const projects: NonNullable<typeof base.projects> = [
  { name: 'self-check', testMatch: /\b(?:smoke|host|photos|session-end)\.spec\.ts$/ },
]
// Not defineConfig's way of two, which would add to the other's projects.
export default {
  ...base,
  outputDir: '../test-results/self-check',
  projects,
  reporter: [['list'], ['./support/self-check-reporter.ts']],
} satisfies typeof base
