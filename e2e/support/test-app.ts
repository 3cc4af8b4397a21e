import type { Rectangle } from 'electron'
import type { Page } from 'playwright-core'

/**
 * A file that plays the keyring, which the stand-in alone can ask, or the service on the session's own D-Bus.
 */
export type Keyring = { readonly type: 'file'; readonly path: string } | { readonly type: 'secret-service' }

/** How the application is started. */
export interface LaunchOptions {
  /** Everything of the installation; a fresh folder on a real disk by default. */
  readonly dataDir?: string
  /** The application's folder (that of package.json), or its archive on Electron; the checkout by default. */
  readonly appDir?: string
  readonly args?: readonly string[]
  /** Where the system's dialogs save and find files; the home folder by default. */
  readonly saveFolder?: string
  /** The keyring that is asked; none by default. */
  readonly keyring?: Keyring | null
  /** A file that gets everything main says to a page, a line each. */
  readonly trafficFile?: string
  /** Have a crash leave a dump in the data folder; the application never asks for one. */
  readonly crashDumps?: boolean
  /** A computer without a service that shows notifications, or with one that fails. */
  readonly notifications?: 'none' | 'failing'
  /** A computer without a printer, or one where nobody hears how printing ended. */
  readonly printer?: 'none' | 'silent'
  /**
   * Chromium the browser: with its dumps, its permissions and its proxies, and questions asked on pages. By default its
   * headless shell, where that is installed and no window is shown; its pages, their network and their databases are
   * the same.
   */
  readonly wholeBrowser?: boolean
  /** Windows never say that they are ready to be shown, as under Wayland. */
  readonly neverReadyToShow?: boolean
  /** What the taskbars leave of the screens, side by side: `1920x1040,1280x984`. */
  readonly screens?: string
  readonly env?: Readonly<Record<string, string>>
  /** Show the window on the screen, where the host would hide it. */
  readonly show?: boolean
}

/** What main runs on. */
export interface RuntimeView {
  readonly node: string
  /** What encrypts its connections, as the runtime names it. */
  readonly tlsLibrary: string
  readonly isPackaged: boolean
  /** The application's name, by which folders and keyrings know it. */
  readonly name: string
}
export interface TrayView {
  readonly tooltip: string
  readonly items: readonly { readonly label: string; readonly enabled: boolean }[]
}
/** Where the open window is, and how. */
export interface WindowView {
  readonly visible: boolean
  readonly minimized: boolean
  readonly maximized: boolean
  readonly focused: boolean
  /** Where it is while it is not maximized. */
  readonly bounds: Rectangle
}
export interface NotificationView {
  readonly title: string
  readonly body: string
  readonly silent: boolean
}
export type PowerEvent = 'suspend' | 'resume' | 'lock-screen' | 'unlock-screen'
/** How the officer's session ends: as Windows says so, after it has asked, or as Linux and macOS do. */
export type SessionEnd = 'on Windows' | 'elsewhere'
export interface DialogView {
  readonly message: string
  readonly detail: string
  readonly buttons: readonly string[]
}

/** The running application, the same to a test on either host. */
export interface TestApp {
  readonly dataDir: string
  /** `stand-in (Chromium …)` or `Electron …`. */
  readonly hostName: string
  /** The page of the open window; waits for it. */
  window(): Promise<Page>
  /** Closes the window as its frame does; resolves when it is gone. The application lives on in the tray. */
  closeWindow(): Promise<void>
  hasWindow(): Promise<boolean>
  windowView(): Promise<WindowView>
  /** Does what somebody does with the frame of the window. */
  arrangeWindow(how: 'maximize' | 'minimize' | Rectangle): Promise<void>
  /** Labels of the application's menu, as it stands above a window. */
  menu(): Promise<readonly string[]>
  /** Items of the context menu that is open; null where there is none. */
  contextMenu(): Promise<TrayView['items'] | null>
  /** Chooses an item of the open context menu, which closes. */
  clickContextMenu(label: string): Promise<void>
  /** How often the open window was printed. */
  printedTimes(): Promise<number>
  /** Whether a switch of the command line is in force. */
  hasSwitch(name: string): Promise<boolean>
  /** What main printed so far, in all its lives. */
  printed(): string
  /** The process id of main. */
  pid(): Promise<number>
  runtime(): Promise<RuntimeView>
  /** SIGKILL for every process; resolves when they are gone. */
  kill(): Promise<void>
  /** Quits as the menu does; a question may come first. Resolves when the process is gone. */
  quit(): Promise<void>
  /** Starts again on the same folder, after `kill` or `quit`; ends the running one with `kill` first. */
  restart(options?: Omit<LaunchOptions, 'dataDir'>): Promise<void>
  /** Starts a second process on the same folder; resolves with its exit code. */
  startSecond(): Promise<number | null>
  tray(): Promise<TrayView>
  clickTray(label: string): Promise<void>
  badge(): Promise<number>
  /**
   * The system's question that is open now, or null. One for a file to open has a button for each file of the folder
   * that is of the wanted kind; one for a place to save in names the place and has "Save" and "Cancel".
   */
  dialog(): Promise<DialogView | null>
  /** Answers the oldest open question, or the next that comes; fails where it has no such button. */
  answerDialog(label: string): Promise<void>
  /** What the system was given to show, the oldest first. */
  notifications(): Promise<readonly NotificationView[]>
  clickNotification(title: string): Promise<void>
  /** Gives the focus to another program, or back to the window. */
  focusWindow(focused: boolean): Promise<void>
  /** Addresses that were handed to the system's browser. */
  openedLinks(): Promise<readonly string[]>
  power(event: PowerEvent): Promise<void>
  /** Windows asks whether the session may end; then nothing more is heard of it, as where the officer thinks better of it. */
  askToEndSession(): Promise<void>
  /** The officer's session ends; resolves with the exit code, which is 0 where the process ended by itself in time. */
  endSession(how: SessionEnd): Promise<number | null>
  /** What the system says about its network; the network itself stays as it is. */
  setOnline(online: boolean): Promise<void>
  /**
   * Moves main's time ahead, with all that waits in it; the clock on the wall stays as it is. Requests on their way are
   * answered first, or they would be given up.
   *
   * @param unanswered how many requests get no answer, as the test holds it back; none by default
   */
  passTime(ms: number, unanswered?: number): Promise<void>
  /** Removes the page's own storage behind the application's back. Call it while it does not run. */
  emptyPageStorage(): Promise<void>
}
