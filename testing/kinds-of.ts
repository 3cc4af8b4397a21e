import fc from 'fast-check'

interface Named {
  readonly type: string
}
type One<U extends Named, T extends U['type']> = Extract<U, { readonly type: T }>

/** Arbitraries of a union by its `type`. @returns how often one comes beside the others, and what else is said of it */
export function kindsOf<U extends Named>() {
  return <T extends U['type']>(
    weight: number,
    type: T,
    said: { readonly [K in Exclude<keyof One<U, T>, 'type'>]: fc.Arbitrary<One<U, T>[K]> },
  ): { readonly weight: number; readonly arbitrary: fc.Arbitrary<U> } => {
    // Nothing is drawn for a type alone: kept seeds go on making the same.
    const made =
      Object.keys(said).length === 0 ? fc.constant({ type }) : fc.record({ type: fc.constant(type), ...said })
    // The type and what is said of it make one of the union, which the compiler cannot infer.
    return { weight, arbitrary: made as unknown as fc.Arbitrary<U> }
  }
}
