import type * as v from 'valibot'

/**
 * Who is answered: anyone, also while the application is locked; whoever is signed in; managers; or whoever is signed in
 * as long as the argument sets nothing but these fields, which are their own, and managers for the others.
 */
export type WhoMayAsk = 'anyone' | 'signed-in' | 'manager' | { readonly ownFields: ReadonlySet<string> }

/** What main answers when it does not fail; it holds nothing and exists for the type check. */
export interface Answer<T> {
  readonly of?: T
}

/** One thing the page may ask of main. */
export interface Call<Schema extends v.GenericSchema, T> {
  /** Every argument is parsed against it before a handler sees it. */
  readonly takes: Schema
  readonly answers: Answer<T>
  /** Where there are no officers, everybody may ask everything. */
  readonly who: WhoMayAsk
}

/** Declares a call. Whoever is signed in may ask unless it says otherwise. */
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
