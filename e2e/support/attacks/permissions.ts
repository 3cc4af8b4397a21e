import { stopped, type Attempt } from './attempt.ts'

const denied = { exception: /NotAllowed|Security|NotFound|Abort|denied|InvalidState|NotSupported/i } as const

/** What a page may ask of the computer. A part of the platform that is not there cannot be had either. */
export const permissionAttempts: readonly Attempt[] = [
  stopped('what is granted beforehand', { answer: /^$/ }, async () => {
    const names = [
      'notifications',
      'geolocation',
      'camera',
      'microphone',
      'midi',
      'clipboard-read',
      'clipboard-write',
      'screen-wake-lock',
      'local-fonts',
      'window-management',
      'storage-access',
      'idle-detection',
    ]
    const granted: string[] = []
    for (const name of names) {
      const state = await navigator.permissions
        .query({ name: name as PermissionName })
        .then((status) => status.state)
        .catch(() => 'unknown')
      if (state === 'granted') granted.push(name)
    }
    return granted.join(' ')
  }),
  stopped('notifications', { answer: /^denied$/ }, () => Notification.requestPermission()),
  stopped('reading the clipboard', denied, () => navigator.clipboard.readText()),
  stopped('writing the clipboard', denied, () => navigator.clipboard.writeText('stolen')),
  stopped(
    'where the computer is',
    { answer: /^refused 1$/ },
    () =>
      new Promise((resolve) => {
        navigator.geolocation.getCurrentPosition(
          () => resolve('given'),
          ({ code }) => resolve(`refused ${code}`),
        )
      }),
  ),
  stopped('camera and microphone', denied, () =>
    navigator.mediaDevices.getUserMedia({ audio: true, video: true }),
  ),
  stopped('the screen', denied, () => navigator.mediaDevices.getDisplayMedia({ video: true })),
  stopped('MIDI', denied, () => navigator.requestMIDIAccess({ sysex: true })),
  stopped(
    'USB, serial, HID and Bluetooth',
    { answer: /^(?:none|refused)(?: (?:none|refused)){3}$/ },
    async () => {
      const asks = [
        ['usb', 'requestDevice', { filters: [] }],
        ['serial', 'requestPort', {}],
        ['hid', 'requestDevice', { filters: [] }],
        ['bluetooth', 'requestDevice', { acceptAllDevices: true }],
      ] as const
      const said: string[] = []
      for (const [part, method, wanted] of asks) {
        const api: unknown = Reflect.get(navigator, part)
        const ask: unknown = typeof api === 'object' && api !== null ? Reflect.get(api, method) : null
        if (typeof ask !== 'function') said.push('none')
        else
          await Promise.resolve(Reflect.apply(ask, api, [wanted])).then(
            () => said.push('given'),
            () => said.push('refused'),
          )
      }
      return said.join(' ')
    },
  ),
  stopped('files of the computer', denied, async () => {
    const ask: unknown = Reflect.get(window, 'showOpenFilePicker')
    if (typeof ask !== 'function') throw new Error('NotSupported')
    await Reflect.apply(ask, window, [])
  }),
  stopped('the fonts of the computer', denied, async () => {
    const ask: unknown = Reflect.get(window, 'queryLocalFonts')
    if (typeof ask !== 'function') throw new Error('NotSupported')
    await Reflect.apply(ask, window, [])
  }),
  stopped('dropping a file on the page', { answer: /^taken by nothing$/ }, () => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['<script>1</script>'], 'page.html', { type: 'text/html' }))
    const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
    document.body.dispatchEvent(drop)
    return drop.defaultPrevented ? 'taken by nothing' : 'left to the browser'
  }),
]
