import { expect, it } from 'vitest'
import type { Tone } from '#shared/claim/say.ts'
import { badgeLook } from './badge-look.ts'

it('a badge has a sign of its own beside each colour, which is not read out', () => {
  const tones: readonly Tone[] = ['neutral', 'info', 'success', 'warning', 'danger']
  const signs = tones.map((tone) => /before:content-\['(.)'\/''\]/u.exec(badgeLook(tone))?.[1])
  expect(signs).toEqual(['○', '●', '✓', '…', '!'])
})
