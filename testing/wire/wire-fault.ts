import { headLength } from './http-message.ts'

/** How many bytes of a message pass before the fault. @param inside so deep between two places of the message */
type BytesBefore = (head: number, whole: number, inside: (from: number, to: number) => number) => number

/** Where in an exchange something happens, in the order of the bytes. */
const bytesAt = {
  connect: () => 0,
  'in-request-head': (head, _whole, inside) => inside(0, head),
  'after-request-head': (head) => head,
  'in-request-body': (head, whole, inside) => inside(head, whole),
  'before-last-request-byte': (_head, whole) => whole - 1,
  'after-request': (_head, whole) => whole,
  'before-answer': () => 0,
  'in-answer-head': (head, _whole, inside) => inside(0, head),
  'after-answer-head': (head) => head,
  'in-answer-body': (head, whole, inside) => inside(head, whole),
  'before-last-answer-byte': (_head, whole) => whole - 1,
  'after-answer': (_head, whole) => whole,
} as const satisfies Readonly<Record<string, BytesBefore>>
type Point = keyof typeof bytesAt
export const points = Object.keys(bytesAt) as readonly Point[]

/**
 * What happens there:
 * - `late`: a pause, then everything goes on;
 * - `slow`: the rest trickles;
 * - `sliced`: the rest comes in pieces of one or a few bytes;
 * - `cut`: both sides see the connection end;
 * - `reset`: both sides get a RST;
 * - `half-open`: nothing more passes in either direction, and neither side is notified;
 * - `one-way`: nothing more passes in this direction, the other one goes on;
 * - `slow-close`: nothing more passes, the ends follow one after the other, later;
 * - `held`: the rest is kept back until the client has given up, and delivered right after that.
 */
export const effects = [
  'late',
  'slow',
  'sliced',
  'cut',
  'reset',
  'half-open',
  'one-way',
  'slow-close',
  'held',
] as const
type Effect = (typeof effects)[number]

export interface WireFault {
  readonly point: Point
  readonly effect: Effect
  /** How far inside a head or a body, from 0 up to 1. */
  readonly depth: number
  /** How long a pause, or how long until a RST or an end, in milliseconds of real time. */
  readonly pauseMs: number
  /** Size of the pieces of `slow` and `sliced`. */
  readonly pieceBytes: number
}

export type Direction = 'up' | 'down'

export function directionOf(point: Point): Direction {
  return points.indexOf(point) < points.indexOf('before-answer') ? 'up' : 'down'
}

/** Whether the effect ends what can pass, at least in one direction. */
export function isTerminal(effect: Effect): boolean {
  return ['cut', 'reset', 'half-open', 'one-way', 'slow-close'].includes(effect)
}

/** How many bytes of a whole message pass before the fault. */
export function bytesBefore({ point, depth }: WireFault, message: Buffer): number {
  const head = headLength(message) ?? message.length
  const inside = (from: number, to: number): number =>
    Math.min(to, from + 1 + Math.floor(depth * Math.max(0, to - from - 2)))
  return bytesAt[point](head, message.length, inside)
}

/** A fault at any point; the same numbers make the same one. */
export function randomFault(random: () => number): WireFault {
  const oneOf = <T>(from: readonly T[]): T => {
    const one = from[Math.floor(random() * from.length)]
    if (one === undefined) throw new RangeError('nothing to choose from')
    return one
  }
  return {
    point: oneOf(points),
    effect: oneOf(effects),
    depth: random(),
    pauseMs: oneOf([0, 5, 20, 60]),
    pieceBytes: oneOf([1, 3, 7, 64]),
  }
}
