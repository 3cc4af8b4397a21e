// Loaded by Electron before the application (electron -r): keeps what Electron shows and has no way to read back.
import { Notification, Tray, dialog, shell } from 'electron'
import { passTime } from './passing-time.js'

const probe = {
  tooltip: '',
  menu: null,
  dialog: null,
  answer: null,
  openedLinks: [],
  notifications: [],
  passTime,
}
globalThis.deskProbe = probe

const { setToolTip, setContextMenu } = Tray.prototype
Tray.prototype.setToolTip = function (text) {
  probe.tooltip = text
  return setToolTip.call(this, text)
}
Tray.prototype.setContextMenu = function (menu) {
  probe.menu = menu
  return setContextMenu.call(this, menu)
}
dialog.showMessageBox = (...args) => {
  const options = args.at(-1)
  probe.dialog = {
    message: options.message,
    detail: options.detail ?? '',
    buttons: options.buttons ?? ['OK'],
  }
  return new Promise((resolve) => {
    probe.answer = (label) => {
      probe.dialog = null
      resolve({ response: options.buttons.indexOf(label), checkboxChecked: false })
    }
  })
}
shell.openExternal = async (url) => {
  probe.openedLinks.push(url)
}
// Shown to the probe alone: a computer that runs tests may have nobody to show it.
Notification.isSupported = () => true
Notification.prototype.show = function () {
  probe.notifications.push(this)
}
