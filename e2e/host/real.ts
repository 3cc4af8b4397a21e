import type { BrowserWindow, Event, IpcMainInvokeEvent, WebContents, WebFrameMain } from 'electron'
import type { HostFrame } from './frame.ts'
import type { HostWebContents } from './web-contents.ts'
import type { HostWindow } from './window.ts'

/*
 * Listeners of the application are typed with Electron's whole classes; the stand-in has the parts that are used. The
 * casts from part to whole are here and nowhere else.
 */
export const real = {
  window: (part: HostWindow): BrowserWindow => part as unknown as BrowserWindow,
  contents: (part: HostWebContents): WebContents => part as unknown as WebContents,
  frame: (part: HostFrame): WebFrameMain => part as unknown as WebFrameMain,
  invokeEvent: (part: IpcEventPart): IpcMainInvokeEvent => part as unknown as IpcMainInvokeEvent,
}

export interface IpcEventPart extends Event {
  readonly type: 'frame'
  readonly sender: WebContents
  readonly senderFrame: WebFrameMain | null
}

/** An event whose default can be prevented. */
export function preventable<T extends object>(details: T): Event<T> {
  let prevented = false
  return Object.defineProperty(
    {
      ...details,
      preventDefault: () => {
        prevented = true
      },
      defaultPrevented: false,
    },
    'defaultPrevented',
    { get: () => prevented },
  )
}
