import type { BrowserWindowConstructorOptions, Rectangle } from 'electron'

/*
 * Where Electron puts a window of Windows and Linux: the rules of native_window_views.cc (`Center`) and native_window.cc
 * (`InitFromOptions`, `RestoreBounds`).
 */

/** How much of a window has to be on a screen (Chromium's window_sizer.h). */
const leastVisible = 30

/** Moves a rectangle into an area, and makes it smaller where it has to (`gfx::Rect::AdjustToFit`). */
function fitted(wanted: Rectangle, area: Rectangle): Rectangle {
  const width = Math.min(wanted.width, area.width)
  const height = Math.min(wanted.height, area.height)
  return {
    x: Math.min(Math.max(wanted.x, area.x), area.x + area.width - width),
    y: Math.min(Math.max(wanted.y, area.y), area.y + area.height - height),
    width,
    height,
  }
}

/** Nobody makes a window smaller than its minimum, not even a screen: it hangs over the edge. */
export function atLeast(bounds: Rectangle, options: BrowserWindowConstructorOptions): Rectangle {
  const { minWidth = 0, minHeight = 0 } = options
  return {
    ...bounds,
    width: Math.max(bounds.width, minWidth),
    height: Math.max(bounds.height, minHeight),
  }
}

/** In the middle of the screen, and at first no larger than its work area. */
export function firstBounds(options: BrowserWindowConstructorOptions, area: Rectangle): Rectangle {
  const width = Math.min(options.width ?? 800, area.width)
  const height = Math.min(options.height ?? 600, area.height)
  const x = area.x + Math.floor((area.width - width) / 2)
  const y = area.y + Math.floor((area.height - height) / 2)
  return atLeast({ x, y, width, height }, options)
}

/** The work area from which a window would have to move least. */
export function areaNearest(bounds: Rectangle, areas: readonly Rectangle[]): Rectangle {
  const distance = (area: Rectangle): number => {
    const { x, y } = fitted(bounds, area)
    return Math.abs(x - bounds.x) + Math.abs(y - bounds.y)
  }
  const [nearest] = areas.toSorted((one, other) => distance(one) - distance(other))
  return nearest ?? bounds
}

/** Where a remembered window comes back. @param savedArea the work area that it was on */
export function restoredBounds(
  saved: Rectangle,
  savedArea: Rectangle,
  areas: readonly Rectangle[],
): Rectangle {
  const area = areaNearest(saved, areas)
  const isInside = JSON.stringify(fitted(saved, area)) === JSON.stringify(saved)
  const isSameArea = JSON.stringify(savedArea) === JSON.stringify(area)
  const bounds = isSameArea || isInside ? saved : fitted(saved, area)
  const clamp = (value: number, from: number, to: number): number => Math.min(Math.max(value, from), to)
  const right = area.x + area.width - leastVisible
  const bottom = area.y + area.height - leastVisible
  return {
    ...bounds,
    x: clamp(bounds.x, area.x + leastVisible - bounds.width, right),
    y: clamp(bounds.y, area.y, bottom),
  }
}
