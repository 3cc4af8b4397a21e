import { describe, expect, it } from 'vitest'
import { signatureOf, stringToSign, type SignedRequest } from './signature.ts'

// Amazon's own examples, "Authenticating requests: using the Authorization header" and "using query parameters".
const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const scope = { date: '20130524', region: 'us-east-1', service: 's3' }
const at = '20130524T000000Z'
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

function signed(request: Partial<SignedRequest>, headers: Readonly<Record<string, string>>): string {
  const toSign = stringToSign(
    {
      method: 'GET',
      path: '/',
      query: '',
      payload: emptyHash,
      header: (name) => headers[name] ?? '',
      signedHeaders: Object.keys(headers).sort(),
      ...request,
    },
    scope,
    at,
  )
  return signatureOf(secret, scope, toSign)
}

describe('signature version 4, by the examples of its authors', () => {
  const common = {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': emptyHash,
    'x-amz-date': at,
  }

  it('of a GET with a range', () => {
    expect(signed({ path: '/test.txt' }, { ...common, range: 'bytes=0-9' })).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    )
  })

  it('of a PUT whose name needs encoding', () => {
    const payload = '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072'
    const headers = {
      ...common,
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-content-sha256': payload,
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    }
    expect(signed({ method: 'PUT', path: '/test$file.text', payload }, headers)).toBe(
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    )
  })

  it('of a query without values and with values', () => {
    expect(signed({ query: 'lifecycle' }, common)).toBe(
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    )
    expect(signed({ query: 'max-keys=2&prefix=J' }, common)).toBe(
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    )
  })

  it('of a signed link', () => {
    const query =
      'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=left-out'
    expect(signed({ path: '/test.txt', query, payload: 'UNSIGNED-PAYLOAD' }, { host: common.host })).toBe(
      'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    )
  })
})
