import * as v from 'valibot'

const BoundsSchema = v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number() })
const WindowSchema = v.object({ visible: v.boolean(), bounds: BoundsSchema })

/** What a parent process may ask of the stand-in. */
const CommandSchema = v.variant('type', [
  v.object({ type: v.literal('status') }),
  v.object({ type: v.literal('click-tray'), label: v.string() }),
  v.object({ type: v.literal('click-context-menu'), label: v.string() }),
  v.object({ type: v.literal('answer-dialog'), label: v.string() }),
  v.object({
    type: v.literal('power'),
    event: v.picklist(['suspend', 'resume', 'lock-screen', 'unlock-screen', 'shutdown']),
  }),
  /** Windows asks each window whether its session may end; `isEnding`: or says that it does. */
  v.object({ type: v.literal('windows-session'), isEnding: v.boolean() }),
  v.object({ type: v.literal('pass-time'), ms: v.number(), unanswered: v.number() }),
  v.object({ type: v.literal('close-window') }),
  v.object({ type: v.literal('focus-window'), focused: v.boolean() }),
  v.object({ type: v.literal('arrange-window'), bounds: BoundsSchema }),
  v.object({ type: v.literal('click-notification'), title: v.string() }),
  v.object({ type: v.literal('quit') }),
])
export type Command = v.InferOutput<typeof CommandSchema>
export const RequestSchema = v.object({ id: v.number(), command: CommandSchema })

const MenuItemSchema = v.object({ label: v.string(), enabled: v.boolean() })
const StatusSchema = v.object({
  ready: v.boolean(),
  pid: v.number(),
  runtime: v.object({ node: v.string(), tlsLibrary: v.string(), isPackaged: v.boolean(), name: v.string() }),
  debuggingPort: v.nullable(v.number()),
  windows: v.array(v.object({ url: v.string(), ...WindowSchema.entries })),
  tray: v.nullable(v.object({ tooltip: v.string(), items: v.array(MenuItemSchema) })),
  contextMenu: v.nullable(v.array(MenuItemSchema)),
  printedTimes: v.number(),
  menu: v.array(v.string()),
  switches: v.array(v.string()),
  badge: v.number(),
  notifications: v.array(v.object({ title: v.string(), body: v.string(), silent: v.boolean() })),
  openedLinks: v.array(v.string()),
  dialog: v.nullable(v.object({ message: v.string(), detail: v.string(), buttons: v.array(v.string()) })),
})
export type HostStatus = v.InferOutput<typeof StatusSchema>
/** The answer to a request; `error` in words when it could not be done. */
export const ReplySchema = v.object({
  id: v.number(),
  status: v.optional(StatusSchema),
  error: v.optional(v.string()),
})
