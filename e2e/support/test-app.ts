import { mkdir } from 'node:fs/promises'
import type { Rectangle } from 'electron'
import type { Page } from 'playwright-core'
import type { Command, HostStatus } from '../host/control-contract.ts'
import { lockByLogind } from './host-environment.ts'

/**
 * A file that plays the keyring, which the stand-in alone can ask, or the service on the session's own D-Bus, which
 * Electron alone asks.
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

/** What either host says of the application at any time. */
export type AppStatus = Pick<
  HostStatus,
  | 'pid'
  | 'tray'
  | 'contextMenu'
  | 'printedTimes'
  | 'menu'
  | 'badge'
  | 'notifications'
  | 'openedLinks'
  | 'dialog'
>

/** The running application, the same to a test on either host. */
export abstract class TestApp {
  readonly dataDir: string
  protected options: LaunchOptions

  constructor(dataDir: string, options: LaunchOptions) {
    this.dataDir = dataDir
    this.options = options
  }

  /** Starts it on its folder. */
  async launch(): Promise<this> {
    await mkdir(this.dataDir, { recursive: true })
    await this.start()
    return this
  }

  protected abstract start(): Promise<void>
  /** Has the host do something. */
  protected abstract ask(command: Command): Promise<unknown>
  /** Asks until it is as wanted. */
  protected abstract until(wanted: (status: AppStatus) => boolean): Promise<AppStatus>
  /** Resolves with its exit code once it has ended. */
  protected abstract ended(): Promise<number | null>

  async #status(): Promise<AppStatus> {
    return await this.until(() => true)
  }

  /** The page of the open window; waits for it. */
  abstract window(): Promise<Page>
  /** Closes the window as its frame does; resolves when it is gone. The application lives on in the tray. */
  abstract closeWindow(): Promise<void>
  abstract hasWindow(): Promise<boolean>
  abstract windowView(): Promise<WindowView>
  /** Whether a switch of the command line is in force. */
  abstract hasSwitch(name: string): Promise<boolean>
  /** What main printed so far, in all its lives. */
  abstract printed(): string
  abstract runtime(): Promise<RuntimeView>
  /** SIGKILL for every process; resolves when they are gone. */
  abstract kill(): Promise<void>
  /** Starts a second process on the same folder; resolves with its exit code. */
  abstract startSecond(): Promise<number | null>
  /** Removes the page's own storage behind the application's back. Call it while it does not run. */
  abstract emptyPageStorage(): Promise<void>

  /** Does what somebody does with the frame of the window. */
  async arrangeWindow(bounds: Rectangle): Promise<void> {
    await this.ask({ type: 'arrange-window', bounds })
  }
  /** Labels of the application's menu, as it stands above a window. */
  async menu(): Promise<readonly string[]> {
    return (await this.#status()).menu
  }
  /** Items of the context menu that is open; null where there is none. */
  async contextMenu(): Promise<TrayView['items'] | null> {
    return (await this.#status()).contextMenu
  }
  /** Chooses an item of the open context menu, which closes. */
  async clickContextMenu(label: string): Promise<void> {
    await this.ask({ type: 'click-context-menu', label })
  }
  /** How often the open window was printed. */
  async printedTimes(): Promise<number> {
    return (await this.#status()).printedTimes
  }
  /** The process id of main. */
  async pid(): Promise<number> {
    return (await this.#status()).pid
  }
  /** Quits as the menu does; a question may come first. Resolves when the process is gone. */
  async quit(): Promise<void> {
    await this.ask({ type: 'quit' })
    await this.ended()
  }
  /** Starts again on the same folder, after `kill` or `quit`; ends the running one with `kill` first. */
  async restart(options: Omit<LaunchOptions, 'dataDir'> = {}): Promise<void> {
    await this.kill()
    this.options = { ...this.options, ...options }
    await this.start()
  }
  async tray(): Promise<TrayView> {
    return (await this.until(({ tray }) => tray !== null)).tray ?? { tooltip: '', items: [] }
  }
  async clickTray(label: string): Promise<void> {
    await this.ask({ type: 'click-tray', label })
  }
  async badge(): Promise<number> {
    return (await this.#status()).badge
  }
  /**
   * The system's question that is open now, or null. One for a file to open has a button for each file of the folder
   * that is of the wanted kind; one for a place to save in names the place and has "Save" and "Cancel".
   */
  async dialog(): Promise<DialogView | null> {
    return (await this.#status()).dialog
  }
  /** Answers the oldest open question, or the next that comes; fails where it has no such button. */
  async answerDialog(label: string): Promise<void> {
    await this.until(({ dialog }) => dialog !== null)
    await this.ask({ type: 'answer-dialog', label })
  }
  /** What the system was given to show, the oldest first. */
  async notifications(): Promise<readonly NotificationView[]> {
    return (await this.#status()).notifications
  }
  async clickNotification(title: string): Promise<void> {
    await this.ask({ type: 'click-notification', title })
  }
  /** Gives the focus to another program, or back to the window. */
  async focusWindow(focused: boolean): Promise<void> {
    await this.ask({ type: 'focus-window', focused })
  }
  /** Addresses that were handed to the system's browser. */
  async openedLinks(): Promise<readonly string[]> {
    return (await this.#status()).openedLinks
  }
  async power(event: PowerEvent): Promise<void> {
    if (event === 'lock-screen' && process.platform === 'linux') lockByLogind(this.dataDir)
    await this.ask({ type: 'power', event })
  }
  /** Windows asks whether the session may end; then nothing more is heard of it, as where the officer thinks better of it. */
  async askToEndSession(): Promise<void> {
    await this.ask({ type: 'windows-session', isEnding: false })
  }
  /** The officer's session ends; resolves with the exit code, which is 0 where the process ended by itself in time. */
  async endSession(how: SessionEnd): Promise<number | null> {
    const asked =
      how === 'on Windows'
        ? this.ask({ type: 'windows-session', isEnding: true })
        : this.ask({ type: 'power', event: 'shutdown' })
    // It may end before it answers.
    await asked.catch(() => undefined)
    return await this.ended()
  }
  /**
   * Moves main's time ahead, with all that waits in it; the clock on the wall stays as it is. Requests on their way are
   * answered first, or they would be given up.
   *
   * @param unanswered how many requests get no answer, as the test holds it back; none by default
   */
  async passTime(ms: number, unanswered = 0): Promise<void> {
    await this.ask({ type: 'pass-time', ms, unanswered })
  }
}
