import * as v from 'valibot'
import { isCalendarDate } from '../domain/calendar-date.ts'
import { claimLimits } from '../domain/claim.ts'
import { IdSchema } from '../domain/draft.ts'
import { longestPassphrase, shortestPassphrase } from '../domain/passphrase.ts'
import { policyNumberOf } from '../domain/policy-number.ts'

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
export interface Call<Schema extends v.GenericSchema, T, Who extends WhoMayAsk> {
  /** Every argument is parsed against it before a handler sees it. */
  readonly takes: Schema
  readonly answers: Answer<T>
  /** Without officers, every call is allowed. */
  readonly who: Who
}

/** Declares a call. @param who by default any signed-in officer may make it */
export function call<Schema extends v.GenericSchema, T>(
  takes: Schema,
  answers: Answer<T>,
): Call<Schema, T, 'signed-in'>
export function call<Schema extends v.GenericSchema, T, Who extends WhoMayAsk>(
  takes: Schema,
  answers: Answer<T>,
  who: Who,
): Call<Schema, T, Who>
export function call<Schema extends v.GenericSchema, T>(
  takes: Schema,
  answers: Answer<T>,
  who: WhoMayAsk = 'signed-in',
): Call<Schema, T, WhoMayAsk> {
  return { takes, answers, who }
}

/** The type of an answer, for {@link call}. */
export function answer<T>(): Answer<T> {
  return {}
}

/*
 * Parts shared by the arguments of several calls. Where the schema alone does not yield a value, it carries an example,
 * from which tests build their arguments.
 */
export const nothing = v.undefined()
export const byId = v.strictObject({ id: IdSchema })
/** One candidate of an entry. */
export const candidateKey = v.strictObject({
  id: IdSchema,
  key: v.pipe(v.string(), v.minLength(1), v.maxLength(300)),
})
export const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
export const day = v.pipe(v.string(), v.check(isCalendarDate), v.examples(['2026-11-20']))
export const policyNumber = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(claimLimits.policyNumber),
  v.check((text) => policyNumberOf(text) !== ''),
  v.examples(['KKP/2026/LA/000001']),
)
/** A new one; whether it is easy to guess is asked by main. */
export const newPassphrase = v.pipe(
  v.string(),
  v.minLength(shortestPassphrase),
  v.maxLength(longestPassphrase),
  v.examples(['made up words of a file']),
)
