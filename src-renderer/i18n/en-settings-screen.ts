import type { Card, PlaceName, RowName, Section } from '#shared/setting-rows.ts'

/** `words`: what else an officer may look for it by, separated by spaces; never shown. */
interface SettingText {
  readonly label: string
  readonly hint: string
  readonly words: string
}
type PlaceText = Omit<SettingText, 'hint'>

const section = {
  'this-computer': 'This computer',
  connection: 'Connection',
  printing: 'Printing',
  notifications: 'Notifications',
  officers: 'Officers',
  claims: 'Claims',
  data: 'Backup and stored data',
  advanced: 'Advanced',
} as const satisfies Record<Section, string>

const cards = {
  look: 'This computer',
  line: 'Data use',
  printing: 'Printing',
  notifications: 'Notifications',
  office: 'Working together',
  kept: 'How long it is stored',
  evidence: 'Missing evidence',
  technical: 'Technical',
} as const satisfies Record<Card, string>

const list = {
  theme: {
    label: 'Appearance',
    hint: 'Light or dark.',
    words: 'theme colours colors dark light night mode bright black white eyes contrast screen look',
  },
  largerText: {
    label: 'Larger text',
    hint: 'Everything is drawn a fifth larger.',
    words: 'text size zoom font letters big small read eyes glasses magnify scale',
  },
  startAtLogin: {
    label: 'Start when this computer starts',
    hint: 'Waiting claims are then sent without opening Claims Desk.',
    words: 'startup autostart login boot open automatically background',
  },
  saveData: {
    label: 'Save data',
    hint: 'For connections paid by the megabyte. Claims are sent as always; lists, offline pharmacies and updates wait until you ask.',
    words: 'internet mobile bundle megabytes cost expensive cheap airtime modem wifi slow usage',
  },
  branchName: {
    label: 'Branch name on slips',
    hint: 'Name, address and phone number, as customers read them.',
    words: 'printer print printing paper letterhead header address office phone company receipt',
  },
  notifications: {
    label: 'Show notifications',
    hint: 'Select a notification to open Claims.',
    words: 'alerts popups messages sound bell noise mute silent remind announce',
  },
  sharedOutbox: {
    label: 'Officers see one another’s claims',
    hint: 'Drafts stay private.',
    words: 'share privacy colleagues team together visible hide',
  },
  lockAfterMinutes: {
    label: 'Lock after minutes without input',
    hint: '0 never locks. Open work is saved.',
    words: 'screen lock timeout idle sleep log out sign out password automatic security',
  },
  keepReceivedDays: {
    label: 'Delete received claims and requests after (days)',
    hint: 'Counted from the last change at the insurer. Their files here go too; links the insurer has still open. 0 stores them for ever. What the insurer does not have is never deleted.',
    words: 'delete old clean retention history privacy space disk',
  },
  notNeededLink: {
    label: 'Link where no one was hurt or died',
    hint: 'Sent instead of a medical report or death certificate, as agreed with the insurer. Empty: both are required.',
    words: 'medical report death certificate agreed evidence hurt injured dead nobody died',
  },
  notAvailableLink: {
    label: 'Link where evidence is not available yet',
    hint: 'Sent instead of missing evidence, as agreed with the insurer. Empty: all evidence is required.',
    words: 'missing picture report certificate agreed later pending evidence',
  },
  updateFeed: {
    label: 'Update address',
    hint: 'From head office, beginning with https://. New versions and head office’s signed files come from there.',
    words: 'update feed version address url upgrade',
  },
  updates: { label: 'Updates', words: 'version new upgrade install latest about' },
  support: { label: 'Support', words: 'report log problem error broken help diagnose' },
  environment: {
    label: 'Environment and address',
    words: 'live sandbox practice test connect server url internet insurer wifi switch real proxy my key',
  },
  key: { label: 'Merchant’s key', words: 'my password secret token api credentials access' },
  fileStore: {
    label: 'File store',
    words: 's3 bucket upload photos pictures pdf cloud storage amazon access key',
  },
  officers: {
    label: 'Officers and PINs',
    words: 'users people accounts staff add remove password passphrase pin manager login lock change my',
  },
  backup: {
    label: 'Backup',
    words: 'copy save restore stop sending move new computer usb scheduled automatic daily passphrase',
  },
  keptData: {
    label: 'Stored data',
    words: 'privacy forget customer delete personal gdpr ndpa policy erase',
  },
  headOffice: {
    label: 'Head office',
    words: 'status computers alarms store bucket signed files new key',
  },
  statusNames: {
    label: 'Names of status values',
    words: 'claim status meaning paid approved numbers labels',
  },
} as const satisfies Record<RowName, SettingText> & Record<PlaceName, PlaceText>

/** Settings: the list of settings, those of its cards, and the report for support. */
export const enSettingsScreen = {
  setting: {
    section,
    cards,
    themes: { system: 'Same as this computer', light: 'Light', dark: 'Dark' },
    'saved-name': 'Saved: {label}',
    'text-size': 'To change the text size, press {key} with + or −. {key} with 0 is the normal size.',
    'not-a-number': 'Enter a whole number from {least} to {most}.',
    'not-an-address': 'Enter an address that begins with https://, or leave this empty.',
    'too-long': 'Enter at most 200 characters.',
    sections: 'Sections of Settings',
    advanced: 'Change these only when IT support or head office asks you to.',
    ...list,
  },
  notifications: {
    intro: 'Shown while this window is closed or hidden, without names or policy numbers.',
    unsupported: {
      title: 'This computer cannot show notifications',
      text: 'Ask IT support to turn on a notification service.',
    },
  },
  settings: {
    'environment-intro': 'Each environment has its own key, claims and drafts.',
    'environment-changed': 'Now in {environment}.',
    'connect-to': 'Connect to {environment}',
    'connect-intro': 'Nothing changes until address and key work.',
    address: 'Address',
    'change-address': 'Change address',
    check: 'Check connection',
    'check-intro': 'Checks the address and the key. Nothing is sent.',
    'key-title': 'Key',
    'key-set': 'Save key',
    'key-replace': 'Replace key',
    'key-saved': 'Key saved.',
    'key-clear': 'Remove key',
    'key-cleared': 'Key removed.',
    'protection-title': 'Encryption',
    'protection-os': 'Claims, drafts and the key are encrypted with this computer’s password store.',
    'protection-session':
      'This computer has no password store: the key is forgotten when you quit. Ask IT support to install one.',
    about: 'Claims Desk {version}',
    'about-stand-in': 'Claims Desk {version}, in a browser window',
  },
  support: {
    intro: 'Support needs to know the state of this computer. The report has no claim, person, link or key.',
    'report-detail':
      'Versions, settings, counts and the log, exactly as shown. Nothing is sent: you send the file yourself.',
    'report-text': 'Text of the report',
    save: 'Save as a file',
    saved: 'Saved as {file}. Only your account can open it.',
  },
} as const
