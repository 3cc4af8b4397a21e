import type { IpcMain } from 'electron'
import type { HostFrame } from './frame.ts'
import { preventable, real, type IpcEventPart } from './real.ts'
import type { HostWebContents } from './web-contents.ts'

type InvokeListener = Parameters<IpcMain['handle']>[1]

const invokable = new Map<string, InvokeListener>()

export const ipcMain = {
  handle(channel: string, listener: InvokeListener): void {
    if (invokable.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    invokable.set(channel, listener)
  },
} satisfies Pick<IpcMain, 'handle'>

function eventOf(sender: HostWebContents, frame: HostFrame | null): IpcEventPart {
  const senderFrame = frame === null ? null : real.frame(frame)
  return preventable({ type: 'frame' as const, sender: real.contents(sender), senderFrame })
}

/** Runs the handler of a channel; an exception is reported to the page as Electron does. */
export async function dispatchInvoke(
  sender: HostWebContents,
  frame: HostFrame | null,
  channel: string,
  args: readonly unknown[],
): Promise<unknown> {
  const handler = invokable.get(channel)
  if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
  const answer: unknown = await handler(real.invokeEvent(eventOf(sender, frame)), ...args)
  return answer
}
