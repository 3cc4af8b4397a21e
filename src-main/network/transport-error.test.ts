import { errors } from 'undici'
import { describe, expect, it } from 'vitest'
import { connectFailure, connectTrouble, garbledCode } from './transport-error.ts'

const coded = (code: unknown, cause?: unknown): Error =>
  Object.assign(new Error('made up', { cause }), { code })

/** An error whose code is nested this many causes deep. */
const buried = (depth: number): Error =>
  depth === 0 ? coded('ENOTFOUND') : new Error('made up', { cause: buried(depth - 1) })

describe('a failure to connect', () => {
  it.each([
    ['UND_ERR_CONNECT_TIMEOUT', 'connect-timeout'],
    ['ETIMEDOUT', 'connect-timeout'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
    ['EPROTO', 'tls'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['CERT_NOT_YET_VALID', 'tls'],
    ['CRL_HAS_EXPIRED', 'tls'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY', 'tls'],
    ['UNABLE_TO_DECRYPT_CERT_SIGNATURE', 'tls'],
    ['HOSTNAME_MISMATCH', 'tls'],
    ['INVALID_CA', 'tls'],
    ['ERROR_IN_CERT_NOT_AFTER_FIELD', 'tls'],
    ['ENOTFOUND', 'dns'],
    ['EAI_AGAIN', 'dns'],
    ['ENODATA', 'dns'],
    ['ESERVFAIL', 'dns'],
    ['ENONAME', 'dns'],
    ['ECONNREFUSED', 'refused'],
    ['ECONNRESET', 'network'],
    ['ENETUNREACH', 'network'],
    ['ERR_PROXY_LOGIN', 'proxy'],
  ])('with the code %s is one of %s', (code, family) => {
    expect(connectFailure(coded(code))).toBe(family)
  })

  it.each([
    'XETIMEDOUT',
    'ETIMEDOUTX',
    'XCERT_HAS_EXPIRED',
    'EPROTOTYPE',
    'XENOTFOUND',
    'ENOTFOUNDX',
    'XECONNREFUSED',
    'ECONNREFUSEDX',
    'XERR_PROXY',
  ])('with a code that only resembles one (%s) is of the network', (code) => {
    expect(connectFailure(coded(code))).toBe('network')
  })

  it('is recognised by the cause of the error', () => {
    expect(connectFailure(coded('UND_ERR_SOCKET', coded('ECONNREFUSED')))).toBe('refused')
  })

  it('is recognised by any of the addresses that were tried', () => {
    const tried = new AggregateError([coded('ENETUNREACH'), coded('ECONNREFUSED')])
    expect(connectFailure(new TypeError('fetch failed', { cause: tried }))).toBe('refused')
  })

  it('is a timeout rather than a refusal when one address timed out', () => {
    const tried = new AggregateError([coded('ECONNREFUSED'), coded('ETIMEDOUT')])
    expect(connectFailure(tried)).toBe('connect-timeout')
  })

  it('is searched for at most six causes deep, so that circular causes end', () => {
    expect(connectFailure(buried(6))).toBe('dns')
    expect(connectFailure(buried(7))).toBe('network')
    const circle = coded('ECONNRESET')
    circle.cause = circle
    expect(connectFailure(circle)).toBe('network')
  })

  it.each([undefined, null, 'ENOTFOUND', 7, coded(['ENOTFOUND']), new Error('getaddrinfo ENOTFOUND')])(
    'is a network failure when there is no code (%#)',
    (error) => {
      expect(connectFailure(error)).toBe('network')
    },
  )
})

describe('the obstacle to a connection', () => {
  it.each([
    ['CERT_HAS_EXPIRED', 'tls-date'],
    ['CERT_NOT_YET_VALID', 'tls-date'],
    ['CERT_HAS_EXPIRED_MADE_UP', 'tls'],
    ['XCERT_HAS_EXPIRED', 'no-answer'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls-authority'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls-authority'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls-authority'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls-authority'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['ENOTFOUND', 'dns'],
    ['ECONNREFUSED', 'no-answer'],
    ['UND_ERR_CONNECT_TIMEOUT', 'no-answer'],
    ['ECONNRESET', 'no-answer'],
    ['ENETUNREACH', 'no-network'],
    ['ENETDOWN', 'no-network'],
    ['EHOSTUNREACH', 'no-network'],
    ['EHOSTDOWN', 'no-network'],
    ['EADDRNOTAVAIL', 'no-network'],
    ['ENONET', 'no-network'],
    ['XENONET', 'no-answer'],
    ['ENONETX', 'no-answer'],
    ['ERR_PROXY_LOGIN', 'proxy-asks'],
    ['ERR_PROXY_LOGINX', 'proxy'],
  ])('is, for %s, %s', (code, trouble) => {
    expect(connectTrouble(coded(code))).toBe(trouble)
  })

  it('is a missing network as soon as one address failed for that reason', () => {
    const tried = new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')])
    expect(connectTrouble(tried)).toBe('no-network')
    expect(connectTrouble(new Error('made up'))).toBe('no-answer')
  })
})

describe('what cannot be read', () => {
  const parser = (reason: string): Error =>
    new errors.HTTPParserError(`Response does not match the HTTP/1.1 protocol (${reason})`)

  it.each([
    [parser('Invalid header token'), 'HPE_INVALID_HEADER_TOKEN'],
    [
      parser("Content-Length can't be present with chunked encoding"),
      'HPE_CONTENT_LENGTH_CAN_T_BE_PRESENT_WI',
    ],
    [new errors.HTTPParserError('other'), 'HPE_UNKNOWN'],
    [coded('HPE_INVALID_CONSTANT'), 'HPE_INVALID_CONSTANT'],
    [new Error('made up', { cause: parser('Expected HTTP/') }), 'HPE_EXPECTED_HTTP_'],
    [new errors.HeadersOverflowError(), 'UND_ERR_HEADERS_OVERFLOW'],
    [new errors.ResponseContentLengthMismatchError(), 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'],
    [coded('Z_DATA_ERROR'), 'Z_DATA_ERROR'],
    [coded('ERR__ERROR_FORMAT_PADDING_1'), 'ERR__ERROR_FORMAT_PADDING_1'],
  ])('has the code of its parser: %s', (error, code) => {
    expect(garbledCode(error)).toBe(code)
    expect(connectTrouble(error)).toBe('garbled')
  })

  it.each([
    coded('ECONNRESET'),
    coded('UND_ERR_SOCKET'),
    parser('Invalid EOF state'),
    coded('HPE_INVALID_EOF_STATE'),
    coded('Z_BUF_ERROR'),
    new Error('HPE_INVALID_CONSTANT'),
    null,
  ])('is no connection that ends: %s', (error) => expect(garbledCode(error)).toBeNull())

  it('is no body that is shorter than its length', () => {
    expect(garbledCode(new errors.ResponseContentLengthMismatchError(), true)).toBeNull()
    expect(garbledCode(coded('Z_DATA_ERROR'), true)).toBe('Z_DATA_ERROR')
  })
})
