import { computed, effectScope, nextTick, shallowRef, type ComputedRef, type EffectScope } from 'vue'
import { afterEach, describe, expect, it } from 'vitest'
import { useDrawnRows } from './useDrawnRows.ts'

const many = Array.from({ length: 1000 }, (_, index) => index)
const rows = shallowRef<readonly number[]>(many)
const list = shallowRef('all')
let scope: EffectScope

function drawnRows(sought = -1): ComputedRef<readonly number[]> {
  rows.value = many
  list.value = 'all'
  scope = effectScope()
  const drawn = scope.run(() =>
    useDrawnRows({ rows: computed(() => rows.value), resetOn: () => list.value, sought: () => sought }),
  )
  if (drawn === undefined) throw new Error('no rows')
  return drawn
}

afterEach(() => scope.stop())

describe('the rows of a long list', () => {
  it('start with a screenful, and are all rendered soon', async () => {
    const drawn = drawnRows()
    expect(drawn.value).toEqual(many.slice(0, 30))
    await expect.poll(() => drawn.value.length).toBe(1000)
    expect(drawn.value).toEqual(many)
  })

  it('include the requested row from the start', () => {
    expect(drawnRows(700).value).toContain(700)
  })

  it('start over with another list, and include added rows', async () => {
    const drawn = drawnRows()
    await expect.poll(() => drawn.value.length).toBe(1000)
    list.value = 'waiting'
    expect(drawn.value).toHaveLength(30)
    await nextTick()
    rows.value = [...many, 1000]
    await expect.poll(() => drawn.value.at(-1)).toBe(1000)
  })
})
