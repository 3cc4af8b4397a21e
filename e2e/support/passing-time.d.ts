/** So many milliseconds have passed: what waited for them comes about now, in its order. */
export function passTime(ms: number): void
