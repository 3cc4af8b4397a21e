import type { Attempt } from './attempt.ts'

const denied = { exception: /NotAllowed|Security|NotFound|Abort|denied|InvalidState|NotSupported/i } as const

/** What a page may ask of the computer. A part of the platform that is not there cannot be had either. */
export const permissionAttempts: readonly Attempt[] = [
  {
    name: 'what is granted beforehand',
    stoppedBy: { answer: /^$/ },
    run: async () => {
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
    },
  },
  {
    name: 'notifications',
    stoppedBy: { answer: /^denied$/ },
    run: () => Notification.requestPermission(),
  },
  { name: 'reading the clipboard', stoppedBy: denied, run: () => navigator.clipboard.readText() },
  { name: 'writing the clipboard', stoppedBy: denied, run: () => navigator.clipboard.writeText('stolen') },
  {
    name: 'where the computer is',
    stoppedBy: { answer: /^refused 1$/ },
    run: () =>
      new Promise((resolve) => {
        navigator.geolocation.getCurrentPosition(
          () => resolve('given'),
          ({ code }) => resolve(`refused ${code}`),
        )
      }),
  },
  {
    name: 'camera and microphone',
    stoppedBy: denied,
    run: () => navigator.mediaDevices.getUserMedia({ audio: true, video: true }),
  },
  {
    name: 'the screen',
    stoppedBy: denied,
    run: () => navigator.mediaDevices.getDisplayMedia({ video: true }),
  },
  { name: 'MIDI', stoppedBy: denied, run: () => navigator.requestMIDIAccess({ sysex: true }) },
  {
    name: 'USB, serial, HID and Bluetooth',
    stoppedBy: { answer: /^(?:none|refused)(?: (?:none|refused)){3}$/ },
    run: async () => {
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
  },
  {
    name: 'files of the computer',
    stoppedBy: denied,
    run: async () => {
      const ask: unknown = Reflect.get(window, 'showOpenFilePicker')
      if (typeof ask !== 'function') throw new Error('NotSupported')
      await Reflect.apply(ask, window, [])
    },
  },
  {
    name: 'the fonts of the computer',
    stoppedBy: denied,
    run: async () => {
      const ask: unknown = Reflect.get(window, 'queryLocalFonts')
      if (typeof ask !== 'function') throw new Error('NotSupported')
      await Reflect.apply(ask, window, [])
    },
  },
  {
    name: 'dropping a file on the page',
    stoppedBy: { answer: /^taken by nothing$/ },
    run: () => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['<script>1</script>'], 'page.html', { type: 'text/html' }))
      const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
      document.body.dispatchEvent(drop)
      return drop.defaultPrevented ? 'taken by nothing' : 'left to the browser'
    },
  },
]
