import { describe, expect, it } from 'vitest'
import { canSign } from './signing.ts'
import { publicLink, storeAddress } from './store-address.ts'
import { storeAt } from '#testing/file-store/objects.ts'

describe('the address of an object', () => {
  it.each([
    ['path', 'https://s3.example', 'claims', 'https://s3.example/claims/a/b.jpg'],
    ['path', 'https://s3.example:8443/deep', 'Claims_1', 'https://s3.example:8443/deep/Claims_1/a/b.jpg'],
    ['host', 'https://s3.example:8443/deep', 'Claims', 'https://claims.s3.example:8443/deep/a/b.jpg'],
    ['host', 'http://127.0.0.1:9000', 'claims', 'http://127.0.0.1:9000/claims/a/b.jpg'],
    ['host', 'http://[::1]:9000', 'claims', 'http://[::1]:9000/claims/a/b.jpg'],
  ] as const)('has the bucket by %s at %s', (style, endpoint, bucket, url) => {
    expect(storeAddress({ ...storeAt(endpoint), style, bucket }).objectUrl('a/b.jpg')).toBe(url)
  })

  it('is written as it is signed, in links too', () => {
    const name = "a b+c'(1)é*!~&?#%.jpg"
    const written = 'a%20b%2Bc%27%281%29%C3%A9%2A%21~%26%3F%23%25.jpg'
    expect(storeAddress(storeAt('https://s3.example')).objectUrl(name)).toBe(
      `https://s3.example/claims/${written}`,
    )
    expect(publicLink('https://files.example/c', `claims/${name}`)).toBe(
      `https://files.example/c/claims/${written}`,
    )
  })
})

describe('an access key', () => {
  it.each([
    ['', 'secret'],
    ['id', ''],
    ['two words', 'secret'],
    ['new\nline', 'secret'],
    ['with,comma', 'secret'],
    ['naïve', 'secret'],
  ])('cannot be used where it is %j with %j', (id, secret) => {
    expect(canSign({ id, secret })).toBe(false)
  })

  it('can have an id of any other letters that are seen', () => {
    expect(canSign({ id: 'desk:tester', secret: 'a+/= é' })).toBe(true)
  })
})
