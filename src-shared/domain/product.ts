/** The two motor policies the merchant sells: okada pass for motorbikes, keke pass for tricycles. */
export const products = ['keke', 'okada'] as const
export type Product = (typeof products)[number]

/** Practice, sandbox and live never share a key, an outbox file or a database. */
export const environments = ['practice', 'sandbox', 'live'] as const
export type Environment = (typeof environments)[number]

/** Those that have an address and a key of the merchant's. */
export const remoteEnvironments = ['sandbox', 'live'] as const satisfies readonly Environment[]
export type RemoteEnvironment = (typeof remoteEnvironments)[number]
