import type * as v from 'valibot'

/**
 * Who may make the call: anyone, even while the application is locked; signed-in officers; managers; or signed-in
 * officers if the argument sets only these fields, which are their own, and managers otherwise.
 */
export type WhoMayAsk = 'anyone' | 'signed-in' | 'manager' | { readonly ownFields: ReadonlySet<string> }

/** The type of main's answer on success; it is empty and exists only for the type check. */
export interface Answer<T> {
  readonly of?: T
}

/** One call the page can make to main. */
export interface Call<Schema extends v.GenericSchema, T> {
  /** Every argument is parsed against it before a handler sees it. */
  readonly takes: Schema
  readonly answers: Answer<T>
  /** Without officers, every call is allowed. */
  readonly who: WhoMayAsk
}

/** Declares a call. By default, any signed-in officer may make it. */
export function call<Schema extends v.GenericSchema, T>({
  takes,
  answers,
  who = 'signed-in',
}: Pick<Call<Schema, T>, 'takes' | 'answers'> & Partial<Pick<Call<Schema, T>, 'who'>>): Call<Schema, T> {
  return { takes, answers, who }
}

/** The type of an answer, for {@link call}. */
export function answer<T>(): Answer<T> {
  return {}
}
