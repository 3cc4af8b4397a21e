import { describe, expect, it } from 'vitest'
import { claimFieldNames } from '#shared/domain/claim.ts'
import { rejectionSentence } from '#shared/claim/server-reasons.ts'
import { englishSay } from '#testing/claim/made-up.ts'
import { keyHider } from '#main/network/hide-key.ts'
import { madeUpClaim } from '#testing/outbox/made-up.ts'
import { refusalWords } from './refusal-words.ts'
import { toWireClaim } from './wire/claim.ts'

const key = 'made-up-key-0001'
const hideKey = keyHider(key)
const words = (json: unknown) => refusalWords(json, hideKey)
const errors = (errors: unknown) => words({ errors }).fieldErrors

const lapsed = 'The selected policy number has lapsed.'
const bag = { policy_number: [lapsed] }
const ofThePolicy = { serverMessage: '', fieldErrors: { policyNumber: [lapsed] } }
const ofNoField = { serverMessage: '', fieldErrors: { '': [lapsed] } }
const field = { field: 'policy_number', message: lapsed }
const source = { pointer: '/data/attributes/policy_number' }
const saidSo = { serverMessage: lapsed, fieldErrors: {} }

describe('the reasons of a refusal', () => {
  it.each<[string, unknown, unknown]>([
    ['a bag in message', { success: false, message: bag }, ofThePolicy],
    ['a bag in response_message', { success: false, response_message: bag }, ofThePolicy],
    ['a bag in data', { success: false, data: bag }, ofThePolicy],
    ['a bag in error', { success: false, error: bag }, ofThePolicy],
    ['a bag in errors', { success: false, errors: bag }, ofThePolicy],
    ['a bag alone', bag, ofThePolicy],
    ['a bag of texts', { errors: { policy_number: lapsed } }, ofThePolicy],
    ['a bag of texts in data', { data: { policy_number: lapsed } }, ofThePolicy],
    ['a bag as a text', { message: JSON.stringify(bag) }, ofThePolicy],
    ['a bag in a bag', { data: { errors: bag } }, ofThePolicy],
    ['a bag of objects', { errors: { policy_number: { message: lapsed, code: 7 } } }, ofThePolicy],
    ['a dotted name', { errors: { 'data.policy_number': [lapsed] } }, ofThePolicy],
    ['a nested name', { errors: { data: { policy_number: [lapsed] } } }, ofThePolicy],
    ['a name in a list', { errors: { 'claims.0.policy_number': [lapsed] } }, ofThePolicy],
    ['a name in brackets', { errors: { 'claim[policy_number]': [lapsed] } }, ofThePolicy],
    ['a name spelled as .NET does', { errors: { PolicyNumber: [lapsed] } }, ofThePolicy],
    ['our own spelling', { errors: { policyNumber: [lapsed] } }, ofThePolicy],
    ['JSON:API', { errors: [{ status: '422', title: 'Invalid', detail: lapsed, source }] }, ofThePolicy],
    ['a title alone', { errors: [{ title: lapsed, source: { parameter: 'policy_number' } }] }, ofThePolicy],
    ['JSON:API without a source', { errors: [{ status: '422', detail: lapsed }] }, ofNoField],
    ['fields and messages', { errors: [field] }, ofThePolicy],
    ['paths', { errors: [{ msg: lapsed, loc: ['body', 'policy_number'], type: 'value' }] }, ofThePolicy],
    ['an error with details', { error: { code: 422, details: [field] } }, ofThePolicy],
    ['a text in error', { success: false, error: lapsed }, saidSo],
    ['an object in error', { error: { code: 7, message: lapsed } }, saidSo],
    ['a list in message', { message: [lapsed] }, saidSo],
    ['a text in errors', { errors: lapsed }, ofNoField],
    ['a list of texts in errors', { errors: [lapsed] }, ofNoField],
    ['a list of texts in data', { data: [lapsed] }, ofNoField],
    ['a text in data', { data: lapsed }, ofNoField],
    ['a list alone', [lapsed], saidSo],
    ['a text alone', lapsed, saidSo],
    ['problem details', { type: 'about:blank', title: 'Bad Request', status: 400, detail: lapsed }, saidSo],
    ['a reason by that name', { success: false, reason: lapsed }, saidSo],
    ['two texts', { message: lapsed, error: 'Bad' }, { ...saidSo, serverMessage: `${lapsed} · Bad` }],
    ['a text and a bag', { message: 'Wrong.', data: bag }, { ...ofThePolicy, serverMessage: 'Wrong.' }],
    ['the same reason in two places', { message: bag, errors: bag }, ofThePolicy],
  ])('are read from %s', (_name, json, said) => {
    expect(words(json)).toEqual(said)
    expect(rejectionSentence(words(json), englishSay)).toContain(
      json !== null && typeof json === 'object' && 'data' in json && 'message' in json ? lapsed : '',
    )
  })

  it.each<[string, unknown]>([
    ['what was sent', { policy_number: 'KKP/TEST/1', details_of_incidence: 'Hit.', address: '1 Road' }],
    ['a claim that is there', { id: 7, policy_number: 'KKP/TEST/1', details_of_incidence: 'Hit.' }],
    ['a list of them', [{ id: 7, details_of_incidence: 'Hit from behind.' }]],
  ])('are not %s, which a refusal may carry in data', (_name, data) => {
    expect(words({ success: false, message: 'Claim exists', data })).toEqual({
      serverMessage: 'Claim exists',
      fieldErrors: {},
    })
  })
})

describe('“The insurer gave no reason”', () => {
  it.each<unknown>([
    null,
    [],
    {},
    { success: false },
    { success: false, response_code: '422', message: null, errors: [], data: {} },
    { success: false, status: 422, message: ' ', error: true },
    { errors: { policy_number: [] } },
  ])('is said where an answer has no words: %o', (json) => {
    expect(words(json)).toEqual({ serverMessage: '', fieldErrors: {} })
    expect(rejectionSentence(words(json), englishSay)).toBe('The insurer gave no reason.')
  })

  it.each<[unknown, string]>([
    [{ success: false, outcome: 'lapsed' }, '{success: boolean, outcome: text}'],
    [{ success: false, errors: [7] }, '{success: boolean, errors: [number]}'],
    [{ errors: { policy_number: [{ code: 17 }] } }, '{errors: {policy_number: [{code: number}]}}'],
    [{ errors: { policy_number: true } }, '{errors: {policy_number: boolean}}'],
    [
      { data: { id: 7, details_of_incidence: 'Hit from behind.' } },
      '{data: {id: number, details_of_incidence: text}}',
    ],
    [{ x: { 'KKP/2023/1': 'no' } }, '{x: {…: text}}'],
    [{ x: { [key]: 'no' } }, '{x: {…: text}}'],
    [{ x: [[[['deep']]]] }, '{x: [[[…]]]}'],
  ])('is not said where it has some that cannot be read: %o', (json, unread) => {
    expect(words(json)).toEqual({ serverMessage: '', fieldErrors: {}, unread })
    expect(rejectionSentence(words(json), englishSay)).toBe('The insurer’s answer could not be read.')
  })

  it('shows the form of an answer in 300 letters', () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => ['n'.repeat(20 + at), [[1]]]))
    expect(words({ x: many }).unread?.length).toBe(300)
  })
})

describe('what is wrong with each field', () => {
  it('is reported for each field that was sent, by the name of what it was sent for', () => {
    // Each field holds its own name, so that what was sent says what for.
    const claim = {
      ...madeUpClaim(),
      ...Object.fromEntries(Object.keys(madeUpClaim()).map((name) => [name, name])),
    }
    const sent = Object.entries(toWireClaim(claim, '7F3K-92QD'))
    expect(sent).toHaveLength(claimFieldNames.length)
    for (const [wireName, text] of sent) {
      const [name = ''] = Object.keys(errors({ [wireName]: ['Wrong'] }))
      expect(String(text).endsWith(name), wireName).toBe(true)
      expect(Object.keys(claim)).toContain(name)
    }
  })

  it.each([
    ['policy_no', 'policyNumber'],
    ['policyNumber', 'policyNumber'],
    ['pharmacy_id', 'pharmacyId'],
    ['something else', 'something else'],
  ])('is reported for %s as %s', (wireName, name) => {
    expect(errors({ [wireName]: ['Wrong'] })).toEqual({ [name]: ['Wrong'] })
  })

  it.each([null, 'text', [], {}, { errors: null }])('is empty for %o', (json) => {
    expect(refusalWords(json, hideKey).fieldErrors).toEqual({})
  })

  it('is reported as displayable text only', () => {
    expect(errors({ a: ' One\nreason ', b: [7, 'Two', null], c: [7], d: 7, e: [] })).toEqual({
      a: ['One reason'],
      b: ['Two'],
    })
  })

  it('is limited to ten reasons for each field', () => {
    const reasons = Array.from({ length: 12 }, (_, index) => `Reason ${index}`)
    expect(errors({ a: reasons })).toEqual({ a: reasons.slice(0, 10) })
    expect(errors({ policy_no: reasons.slice(0, 6), policy_number: reasons.slice(6) })).toEqual({
      policyNumber: reasons.slice(0, 10),
    })
  })

  it('is limited to fifty fields', () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`f${index}`, 'no']))
    expect(Object.keys(errors(many))).toEqual(Object.keys(many).slice(0, 50))
  })

  it('is cut at 500 characters, a name at 100', () => {
    expect(errors({ ['n'.repeat(101)]: 'x'.repeat(501) })).toEqual({ ['n'.repeat(100)]: ['x'.repeat(500)] })
  })

  it('does not contain the key, not even in names', () => {
    expect(errors({ [key]: `Key ${key}` })).toEqual({ '[key]': ['Key [key]'] })
  })
})
