import type { WebFrameMain } from 'electron'
import { originOf } from './addresses.ts'

/** One document in a frame: the part of `WebFrameMain` that a sender check looks at. */
export class HostFrame implements Pick<WebFrameMain, 'origin' | 'url' | 'detached'> {
  url: string
  /** Another document is in its place. */
  detached = false
  readonly parent: HostFrame | null

  constructor(url: string, parent: HostFrame | null) {
    this.url = url
    this.parent = parent
  }

  get origin(): string {
    return originOf(this.url)
  }

  get top(): HostFrame {
    return this.parent?.top ?? this
  }
}
