import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { bodyOf, never } from '#testing/file-store/objects.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { startPracticeServer, type PracticeServer } from './practice-server.ts'

interface Practice extends PracticeServer {
  /** Where its files lie. */
  readonly folder: string
}

async function practice(file = join(createTestFolder(), 'practice.jsonl')): Promise<Practice> {
  const started = await startPracticeServer({ file })
  if (!started.ok) throw new Error(started.error.type)
  onTestFinished(() => started.value.close())
  return Object.assign(started.value, { folder: `${file}-files` })
}

const picture = bodyOf('the bytes ', 'of a picture')

it('is kept, proved, and opens by its link for whoever has it, also after a restart', async () => {
  const file = join(createTestFolder(), 'practice.jsonl')
  const before = await practice(file)
  expect((await before.files.put('a/x.jpg', 'image/jpeg', picture, never)).ok).toBe(true)
  expect(await before.files.head('a/x.jpg', never)).toMatchObject({ ok: true, value: { size: 22 } })
  expect(await before.files.head('a/y.jpg', never)).toEqual({ ok: true, value: null })
  const link = before.files.link('a/x.jpg')
  expect(link).toBe(`${before.url}/file-store/claims/a/x.jpg`)
  await before.close()

  const { files } = await practice(file)
  expect(await files.opens(link, 22, never)).toEqual({ ok: true, value: null })
  expect(await files.opens(link, 21, never)).toMatchObject({ error: { problem: 'link-not-public' } })
  const answer = await fetch(link)
  expect(await answer.text()).toBe('the bytes of a picture')
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect((await fetch(link, { method: 'HEAD' })).headers.get('content-length')).toBe('22')
})

it('is only saved by a browser where it is neither a picture nor a PDF', async () => {
  const { files } = await practice()
  await files.put('x.html', 'text/html', picture, never)
  const { headers } = await fetch(files.link('x.html'))
  expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
    'application/octet-stream',
    'attachment',
  ])
})

it('is gone once it is removed; removing it again does no harm', async () => {
  const { files, url } = await practice()
  await files.put('x.pdf', 'application/pdf', picture, never)
  for (const _ of [1, 2]) expect(await files.remove('x.pdf', never)).toEqual({ ok: true, value: null })
  expect((await fetch(files.link('x.pdf'))).status).toBe(404)
  for (const path of ['%2e%2e%2fpractice.jsonl', '%', '']) {
    expect((await fetch(`${url}/file-store/claims/${path}`)).status).toBe(404)
  }
})
