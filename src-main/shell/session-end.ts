/** Sources of the end of the officer's session or of the computer. */
export interface SessionEndSources {
  /** `powerMonitor`: Linux and macOS. Windows notifies each window instead (`session-end`). */
  readonly powerMonitor: { on(event: 'suspend' | 'shutdown', listener: () => void): unknown }
  /** `process`: a session manager may send a signal instead of asking. */
  readonly process: { on(event: 'SIGTERM' | 'SIGINT' | 'SIGHUP', listener: () => void): unknown }
}

/** Calls the listener when the session ends. Call it once the application is ready. */
export function onSessionEnd(sources: SessionEndSources, listener: () => void): void {
  // Electron's monitor starts with its first listener, and on Linux it reports a shutdown only to listeners added after
  // that (lib/browser/api/power-monitor.ts).
  sources.powerMonitor.on('suspend', () => undefined)
  sources.powerMonitor.on('shutdown', listener)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) sources.process.on(signal, listener)
}
