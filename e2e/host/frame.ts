import type { WebFrameMain } from 'electron'
import { originOf } from './addresses.ts'

/** The part of `WebFrameMain` that a sender check looks at. */
export class HostFrame implements Pick<WebFrameMain, 'origin' | 'url'> {
  url: string
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
