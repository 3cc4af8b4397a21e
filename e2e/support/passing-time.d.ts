/**
 * So many milliseconds have passed: what waited for them comes about now, in its order. Requests on their way are
 * answered first: their time limits would be over too.
 *
 * @param unanswered how many requests get no answer, as the test holds it back; none by default
 * @throws when more are without one for 20 real seconds.
 */
export function passTime(ms: number, unanswered?: number): Promise<void>
