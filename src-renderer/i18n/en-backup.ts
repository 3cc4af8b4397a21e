/** The texts about backups, and about work that is handed over to another computer. */
export const enBackup = {
  backup: {
    title: 'Backup',
    intro:
      'Drafts, outbox and their photos and PDFs in one encrypted file, to go on with on another computer. Nothing is sent twice.',
    open: 'Open backup',
    loading: 'Looking at what is there',
    'manager-only': 'Only a manager may write a backup or take one in: it holds the work of everybody.',

    'write-title': 'Write a backup',
    'now-title': 'In it now',
    'now-nothing': 'There is nothing to back up yet.',
    'count-open': 'no open entries | 1 entry not received yet | {n} entries not received yet',
    'count-settled': 'no settled entries | 1 settled entry | {n} settled entries',
    'count-drafts': 'no drafts | 1 draft | {n} drafts',
    'count-files': 'no photo or PDF | 1 photo or PDF ({size}) | {n} photos and PDFs ({size})',
    'last-at': 'Last backup: {when}.',
    'last-never': 'No backup was written yet.',
    purpose: 'What is it for?',
    'purpose-copy': 'A copy, in case this computer is lost',
    'purpose-copy-hint': 'This computer goes on sending.',
    'purpose-move': 'Handing over to another computer',
    'purpose-move-hint': 'This computer stops sending what is in the file.',
    'says-copy-title': 'What happens with a copy',
    'says-copy-here': 'This computer goes on as before.',
    'says-copy-there':
      'On another computer nothing of it is sent by itself, because this one may send it too. What has arrived is looked for at the insurer; for the rest an officer decides there.',
    'says-copy-drafts':
      'Drafts, and claims that were not accepted, are then on both computers. Finish each of them on one alone. A draft that is submitted on both is recognised; nothing else is.',
    'says-move-title': 'What happens when you hand over',
    'says-move-here':
      'From that moment this computer sends nothing of it any more, and its drafts are no longer shown here.',
    'says-move-there':
      'The other computer goes on exactly where this one stopped, and sends by itself once a manager there has released it.',
    'says-move-back':
      'You can take the work back here, for example if the file is lost. It then counts as a copy: this computer cannot know what the other one sent.',
    'says-files-copy':
      'Photos and PDFs of claims are in the file. What is in the file store already is not uploaded again by the other computer.',
    'says-files-move':
      'Photos and PDFs of claims go along and are no longer shown here. The other computer uploads those that are not in the file store yet.',
    'says-no-files-copy':
      'Photos and PDFs of claims are not in the file. A claim that still waits for one of them cannot be finished from it.',
    'says-no-files-move':
      'Photos and PDFs of claims are not in the file, and are no longer shown here. A claim that still waits for one of them cannot be finished on the other computer.',
    'with-files': 'Put {what} into the file',
    'with-files-hint': 'They make the file this large. Look that there is room for it.',
    'says-all-officers':
      'The drafts of every officer are in the file. On another computer they belong to the office: whoever signs in there sees them.',
    'says-key': 'The merchant’s key is never in it.',
    'other-number': 'Number of the other computer',
    'other-number-hint': 'It is shown there, under Settings, Backup.',
    'other-number-missing': 'Enter the number of the other computer, such as 7F3K-92QD.',
    'other-number-own': 'This is the number of this computer. Look on the other one.',
    passphrase: 'Passphrase of the file',
    'passphrase-hint':
      'At least 12 characters: four or five words that do not belong together. Nobody can open the file without it.',
    'passphrase-again': 'The passphrase again',
    'passphrase-easy':
      'This is easy to guess. Use four or five words that do not belong together, at least 12 characters.',
    'passphrase-differs': 'The two are not the same.',
    strength: {
      'too-short': 'Too short: {n} of 12 characters.',
      easy: 'Easy to guess. Use four or five words that do not belong together.',
      fair: 'Fair. One more word makes it strong.',
      good: 'Hard to guess.',
    },
    write: 'Save the backup',
    'write-move': 'Hand over and save the file',
    'confirm-move-title': 'Hand over to computer {number}?',
    'confirm-move-description':
      'This computer gives up {what}. It sends nothing of it any more; computer {number} does, once the file was taken in and released there.',
    'confirm-move': 'Hand over',
    'confirm-move-keep': 'Keep it here',
    'written-title': 'The backup is saved as {file}',
    'written-detail': 'In it: {what}. Keep the file and its passphrase in different places.',
    'handed-over-title': 'Handed over, and saved as {file}',
    'handed-over-detail':
      'In it: {what}. Take in the file on computer {number} and release it to go on there.',
    stayed:
      '1 entry was being sent at that moment and stayed here. | {n} entries were being sent at that moment and stayed here.',
    lacking: 'Not in it: 1 photo or PDF | Not in it: {n} photos and PDFs',
    'lacking-here':
      '1 photo or PDF did not come: it is shown as missing with its claim | {n} photos and PDFs did not come: they are shown as missing with their claims',
    'lacking-claim': '{policy}: {names}',
    'lacking-no-policy': 'A draft without a policy number',
    'lacking-more': 'And 1 more claim | And {n} more claims',
    'nothing-to-write': 'There is nothing to back up.',
    'not-written-title': 'The backup could not be saved',
    'not-written': {
      'disk-full': 'There is not enough room there. Choose another place.',
      'read-only': 'Nothing may be written there. Choose another place.',
      other: 'The file could not be written and read back. Choose another place.',
    },
    'nothing-changed': 'Nothing was changed.',
    'nothing-handed-over': 'Nothing was handed over.',
    'still-handed-over':
      'A part of the file may lie there and could not be removed, so the work counts as handed over. Take it back below.',

    'take-title': 'Take in a backup',
    'take-intro': 'Continue here with what another computer saved, or handed over.',
    'own-number': 'Number of this computer',
    'own-number-hint': 'For another computer that hands its work over to this one.',
    choose: 'Choose a backup file',
    'choose-other': 'Choose another file',
    'chosen-detail': 'Written: {when}, with version {version}. In it: {entries}, {drafts}, {files}.',
    'chosen-entries': 'nothing of the outbox | 1 entry of the outbox | {n} entries of the outbox',
    unlock: 'Open the file',
    'passphrase-of-file': 'Its passphrase',
    'passphrase-missing': 'Enter the passphrase of the file.',
    'brings-title': 'It brings {what}',
    'brings-nothing': 'It brings nothing that is not here already',
    known: '1 is here already and stays as it is. | {n} are here already and stay as they are.',
    'as-move':
      'Computer {number} handed this over to this one and has given it up. Once released, it is sent from here, by itself.',
    'as-copy':
      'It is a copy: computer {number}, which wrote it, may go on sending. Nothing of it is sent from here by itself.',
    'as-copy-other': 'Computer {number} may send it. Nothing of it is sent from here by itself.',
    'as-copy-claims':
      'Claims are looked for at the insurer. What is there counts as received; what is not there waits for your decision.',
    'as-copy-requests': 'Pharmacy requests wait for your decision: no list shows them.',
    'meant-for':
      'It was handed over to computer {number}, and this is computer {own}. That is why it is taken in as a copy.',
    take: 'Take it in',
    'take-waits':
      'It waits here until you release it: nothing of it is sent, looked for or shown before that.',
    'taken-title': 'Taken in: {what}',
    'taken-waits': 'It waits at the top of this screen until you release it.',

    'waiting-title': 'Waits for release',
    'waiting-intro':
      'This came with a backup. Nothing of it is sent, looked for or shown until you release it.',
    'waiting-from': 'From computer {number}, as the file says',
    'waiting-open': 'Not received by the insurer yet',
    'waiting-also': 'Also in it',
    'waiting-files': 'Photos and PDFs',
    'waiting-insurer': 'Insurer of this computer',
    'waiting-written': 'Written',
    'waiting-taken-in': 'Taken in here',
    'waiting-trust':
      'A backup proves that its writer knew the passphrase, not which computer wrote it. Release it only if you know where the file comes from.',
    'waiting-release': 'Release',
    'waiting-remove': 'Remove what it brought',
    'waiting-remove-title': 'Remove what computer {number} wrote?',
    'waiting-remove-description':
      'Nothing of it was sent, and nothing else on this computer is touched. The same file can be taken in again.',
    'waiting-remove-move':
      'Computer {number} may have given this work up. Keep the file if you still need it.',
    'waiting-keep': 'Keep it',
    'waiting-removed': 'Removed.',
    'waiting-notice':
      'Waits for release: 1 entry came with a backup | Waits for release: {n} entries came with a backup',
    'waiting-notice-detail': 'Not sent, and not counted here: {what}.',
    'waiting-notice-manager': 'A manager releases it under Settings, Backup.',
    'count-claims': 'no claim | 1 claim | {n} claims',
    'count-requests': 'no pharmacy request | 1 pharmacy request | {n} pharmacy requests',
    'count-turned-down':
      'none not accepted | 1 claim that was not accepted | {n} claims that were not accepted',
    'released-title': 'Released: {what}',
    'released-move': 'It is sent from here from now on.',
    'released-copy': 'Claims are looked for at the insurer first. What needs you appears in the outbox.',
    'released-drafts': 'The drafts are under Drafts.',

    refused: {
      'not-a-backup': {
        title: 'This is not a backup of Claims Desk',
        detail: 'Choose a file whose name ends in .cdbackup.',
      },
      damaged: {
        title: 'This file is damaged',
        detail: 'Something changed in it. Use another copy of it.',
      },
      'cut-off': {
        title: 'This file is not complete',
        detail: 'Its end is missing; perhaps it was not copied to the end. Copy it again.',
      },
      newer: {
        title: 'This file was written by a newer version',
        detail:
          'It comes from version {version} and holds what this version cannot read. Update Claims Desk first.',
      },
      'other-environment': {
        title: 'This file belongs to {environment}',
        detail: 'Open that environment under Settings, then take it in there.',
      },
      'wrong-passphrase': {
        title: 'The passphrase does not open this file',
        detail: 'Look at capital letters and spaces, and try again.',
      },
      'unreadable-file': {
        title: 'This file cannot be read',
        detail: 'Perhaps the stick was taken out, or it may not be read by you.',
      },
      'taken-in-before': {
        title: 'This file was taken in here before',
        detail: 'That was {when}. Nothing of it is taken in twice.',
      },
      'waits-already': {
        title: 'This file was taken in already, and waits',
        detail: 'Release it at the top of this screen, or remove what it brought.',
      },
      'no-file': {
        title: 'No file is open any more',
        detail: 'Choose it again.',
      },
    },

    'away-title': 'Handed over to other computers',
    'away-intro': 'None of it is sent from here.',
    'away-line': '{what} to computer {number}, {when}',
    'away-entries': 'nothing of the outbox | 1 entry | {n} entries',
    'take-back': 'Take back',
    'take-back-title': 'Take back what computer {number} was given?',
    'take-back-description':
      '{what} come back to this computer. Do this if the file was lost or never taken in.',
    'take-back-warning':
      'The other computer may have sent it. Claims are looked for at the insurer; what is not there waits for your decision, and so do pharmacy requests.',
    'take-back-confirm': 'Take it back',
    'take-back-keep': 'Leave it there',
    'taken-back': 'Taken back. What needs you appears in the outbox.',

    'copies-title': 'Copies that are not settled',
    'copies-intro': 'They came out of backups. None of them is sent by itself.',
    'copies-line': 'From computer {number}, taken in {when}',
    'copies-looking': 'none looked for | 1 is looked for at the insurer | {n} are looked for at the insurer',
    'copies-undecided': 'none waits for you | 1 needs your decision | {n} need your decision',
    'copies-open': 'Open the outbox',
    'copies-send': 'Send 1 claim from here | Send {n} claims from here',
    'copies-send-title': 'Send 1 claim from this computer? | Send {n} claims from this computer?',
    'copies-send-description':
      'They were looked for at the insurer twice, at least five minutes apart, and were not there.',
    'copies-send-warning':
      'Do this only if computer {number} is gone for good or will never send again. Otherwise they may arrive twice.',
    'copies-send-confirm': 'Send from here',
    'copies-send-wait': 'Not now',
    'copies-sent': 'They wait to be sent.',
  },
} as const
