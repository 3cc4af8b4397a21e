import { headLength } from './http-message.ts'

/** Where in an exchange something happens, in the order of the bytes. */
export const points = [
  'connect',
  'in-request-head',
  'after-request-head',
  'in-request-body',
  'before-last-request-byte',
  'after-request',
  'before-answer',
  'in-answer-head',
  'after-answer-head',
  'in-answer-body',
  'before-last-answer-byte',
  'after-answer',
] as const
type Point = (typeof points)[number]

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
  switch (point) {
    case 'connect':
    case 'before-answer':
      return 0
    case 'in-request-head':
    case 'in-answer-head':
      return inside(0, head)
    case 'after-request-head':
    case 'after-answer-head':
      return head
    case 'in-request-body':
    case 'in-answer-body':
      return inside(head, message.length)
    case 'before-last-request-byte':
    case 'before-last-answer-byte':
      return message.length - 1
    case 'after-request':
    case 'after-answer':
      return message.length
  }
}

/** A fault at any point; the same numbers make the same one. */
export function randomFault(random: () => number): WireFault {
  const oneOf = <T>(from: readonly [T, ...T[]]): T => from[Math.floor(random() * from.length)] ?? from[0]
  return {
    point: oneOf(points),
    effect: oneOf(effects),
    depth: random(),
    pauseMs: oneOf([0, 5, 20, 60]),
    pieceBytes: oneOf([1, 3, 7, 64]),
  }
}
