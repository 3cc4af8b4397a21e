/** The two motor policies the merchant sells: okada pass for motorbikes, keke pass for tricycles. */
export const products = ['keke', 'okada'] as const
export type Product = (typeof products)[number]

/** Practice, sandbox and live never share a key, an outbox file or a database. */
export const environments = ['practice', 'sandbox', 'live'] as const
export type Environment = (typeof environments)[number]

/** The environments with an address and a merchant key. */
export const remoteEnvironments = ['sandbox', 'live'] as const satisfies readonly Environment[]
export type RemoteEnvironment = (typeof remoteEnvironments)[number]
