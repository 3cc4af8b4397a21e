import { describe, expect, it } from 'vitest'
import { timesPlainWork } from '#testing/processor-time.ts'
import { readXml, textOf } from './s3-xml.ts'

describe('what a store answers', () => {
  it('is read with its references, whatever its namespace', () => {
    const root = readXml(
      `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<e:Error xmlns:e='urn:x'><Code>A&amp;B</Code>` +
        `<e:Message>&lt;no&#32;&#x6d;ore&gt; &xxe; &#1114112;</e:Message><Region/></e:Error>\n`,
    )
    expect(root?.name).toBe('Error')
    expect(
      root === null ? [] : ['Code', 'Message', 'Region', 'None'].map((name) => textOf(root, name)),
    ).toEqual(['A&B', '<no more> &xxe; &#1114112;', '', ''])
  })

  it.each([
    ['a page', '<!doctype html><html><body><p>Welcome</body></html>'],
    ['a bomb', '<!DOCTYPE b [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Error><Code>&b;</Code></Error>'],
    ['a declaration inside', '<Error><!ENTITY a "aaaa"><Code>&a;</Code></Error>'],
    ['a file of this computer', '<!DOCTYPE x SYSTEM "file:///etc/hosts"><Error/>'],
    ['one cut short', '<Error><Code>SlowDown</Code>'],
    ['crossed tags', '<Error><Code>SlowDown</Error></Code>'],
    ['text beside it', 'well <Error></Error>'],
    ['JSON', '{"Code":"SlowDown"}'],
    ['nothing', ''],
  ])('is not read where it is %s', (_what, text) => {
    expect(readXml(text)).toBeNull()
  })

  it.each([
    ['open tags', '<a '.repeat(20_000)],
    ['attributes', `<a ${'b="c" '.repeat(10_000)}`],
    ['blanks', `<a${' '.repeat(60_000)}`],
    ['comments', '<!--'.repeat(16_000)],
    ['ampersands', `<a>${'&'.repeat(60_000)}`],
    ['closing blanks', `<a></a${' '.repeat(60_000)}`],
    ['instructions', '<?'.repeat(30_000)],
  ])('costs no time where 64 kB of it are %s', (_what, text) => {
    expect(timesPlainWork(() => expect(readXml(text)).toBeNull())).toBeLessThan(25)
  })
})
