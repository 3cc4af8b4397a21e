import { expect, it } from 'vitest'
import { today } from '#shared/domain/calendar-date.ts'
import { ok } from '#shared/result.ts'
import { FollowingOffice } from '#testing/claims/following-office.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const claimsADay = 15
const workdays = 20

interface Decided {
  readonly policyNumber: string
  readonly decidedMs: number
  /** When the office knew. */
  noticedMs: number
}

/** The insurer takes from a day to more than three weeks. */
const decidedAfterDays = (n: number): number => 1 + ((n * 7) % 23)

it('a month of fifteen claims a workday costs 200 kB a day, asks about each in turn and notices every decision', async () => {
  const office = new FollowingOffice()
  const claims = new Map<string, Decided>()
  const nowMs = (): number => office.clock.now().getTime()
  const decidedMs = new Map<string, number>()
  office.answer = (policy) => ok({ status: nowMs() < (decidedMs.get(policy) ?? Infinity) ? '1' : '3' })

  const submit = (n: number): void => {
    const policyNumber = `KKP/${n}`
    decidedMs.set(policyNumber, nowMs() + decidedAfterDays(n) * dayMs)
    const id = office.add(policyNumber)
    claims.set(id, { policyNumber, decidedMs: decidedMs.get(policyNumber) ?? 0, noticedMs: Infinity })
  }
  const lookAtNews = (): void => {
    for (const id of office.changed.splice(0)) {
      const claim = claims.get(id)
      if (claim !== undefined && office.standing(id)?.isFinal === true) claim.noticedMs = nowMs()
    }
  }
  /** Six hours at work; then the computer is switched off. */
  const workday = async (day: number): Promise<void> => {
    await office.again()
    for (let hour = 0; hour < 6; hour += 1) {
      if (day < workdays && hour < 5) for (let n = 0; n < 3; n += 1) submit(day * claimsADay + hour * 3 + n)
      await office.clock.advance(hourMs)
      lookAtNews()
    }
    await office.following.stop()
    await office.clock.advance(18 * hourMs)
  }
  for (let day = 0; day < workdays + 35; day += 1) await workday(day)

  const ofDay = Map.groupBy(office.asked, ({ atMs }) => today(new Date(atMs)))
  const bytes = [...ofDay.values()].map((asked) => asked.length * office.bytes)
  expect(Math.max(...bytes), 'bytes of a day').toBe(200_000)
  expect(new Set(office.asked.map(({ policyNumber }) => policyNumber)).size).toBe(workdays * claimsADay)
  const lateDays = [...claims.values()]
    .map((claim) => (claim.noticedMs - claim.decidedMs) / dayMs)
    .toSorted((one, other) => one - other)
  expect(lateDays[lateDays.length / 2], 'half of them').toBeLessThan(2.5)
  expect(lateDays.at(-1), 'all of them').toBeLessThan(10.5)
}, 60_000)
