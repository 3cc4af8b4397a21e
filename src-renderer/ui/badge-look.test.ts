import { expect, it } from 'vitest'
import type { Tone } from '#shared/claim/say.ts'
import { badgeLook } from './badge-look.ts'

it('a badge has a sign of its own beside each colour, which is not read out', () => {
  const tones: readonly Tone[] = ['neutral', 'info', 'success', 'warning', 'danger']
  const signs = tones.map((tone) =>
    badgeLook(tone)
      .match(/before:(?!border-current|shrink-0)\S+/g)
      ?.join(' '),
  )
  expect(new Set(signs).size).toBe(tones.length)
  for (const sign of signs) expect(sign).toMatch(/^before:content-\['(?:'\]|.'\/''\])/u)
})

it('a badge’s sign is drawn without a background, which is not printed', () => {
  expect(badgeLook('info')).not.toContain('before:bg-')
})
