/** The texts about what is kept about people, and how it is removed. */
export const enKeptData = {
  'kept-data': {
    title: 'Kept data',
    intro: 'What this computer keeps about customers, and how it is removed for good.',
    open: 'Open kept data',
    'manager-only': 'Only a manager may look at what is kept about a customer, or remove it.',
    'days-title': 'How long it is kept',
    days: 'Remove received claims and requests after (days)',
    'days-hint':
      'Counted from the day they were received or taken back. 0 keeps them for ever. Their photos and PDFs go too, here and in the file store: links that the insurer has do not open any more then. What the insurer does not have yet is never removed.',
    'days-invalid': 'Enter a whole number from 0 to 3650.',
    'days-save': 'Save days',
    'policy-title': 'A customer asks',
    'policy-intro':
      'See everything that this computer keeps about a policy, in every environment, and remove it. What the insurer keeps is not touched.',
    policy: 'Policy number',
    'policy-missing': 'Enter a policy number.',
    'policy-long': 'A policy number has at most 100 characters.',
    look: 'Show what is kept',
    nothing: 'Nothing is kept about policy {policy}',
    'nothing-found': 'Nothing was found about policy {policy} elsewhere',
    found: 'Kept about policy {policy}',
    'line-claim': '{product} claim, saved {when}: {state}',
    'line-request': 'Pharmacy request, saved {when}: {state}',
    state: {
      queued: 'not sent yet',
      sending: 'being sent',
      unconfirmed: 'sent, not confirmed',
      'needs-review': 'needs your decision',
      delivered: 'received by the insurer',
      rejected: 'not accepted by the insurer',
      withdrawn: 'taken back',
    },
    'history-lines': '1 line of their history | {n} lines of their history',
    drafts: '1 draft | {n} drafts',
    uploaded: '1 file in the file store | {n} files in the file store',
    'kept-claims': '1 claim kept for offline use | {n} claims kept for offline use',
    listed: '1 row of the kept claim lists | {n} rows of the kept claim lists',
    copies:
      '1 copy from before an update, which may hold something of it | {n} copies from before an update, which may hold something of it',
    'files-aside':
      '1 damaged file kept aside, which may hold something of it | {n} damaged files kept aside, which may hold something of it',
    forget: 'Forget this policy',
    'owed-title': 'Not everything is received yet: the policy cannot be forgotten',
    'owed-in': '{environment}: 1 entry | {environment}: {n} entries',
    'owed-detail': 'Finish what waits or take it back in the outbox first. Nothing was removed.',
    'not-looked-at': 'Could not be looked at: {environments}',
    'not-looked-at-detail':
      'What is kept there does not open now, so it is not known whether anything of this policy is in it, and nothing there is removed. Choose that environment in Settings to see why, then ask again.',
    'not-done': 'Not everything could be removed: {environments}',
    'confirm-title': 'Forget policy {policy}?',
    'confirm-description': 'This goes from this computer for good. Nobody can bring it back.',
    'confirm-warning':
      'The insurer’s lists still hold its claims. Reading a list again brings their rows back here.',
    'confirm-uploaded':
      'Its file is removed from the file store too, where the store allows it: the link that the insurer has does not open any more then. | Its {n} files are removed from the file store too, where the store allows it: links that the insurer has do not open any more then.',
    'confirm-files': 'Also remove the damaged files',
    'confirm-files-hint': 'What they hold cannot be told apart: all of it goes. {names}',
    'confirm-forget': 'Forget it',
    'confirm-keep': 'Keep it',
    'done-title': 'Policy {policy} was forgotten',
    'done-detail':
      'Removed: {entries} from the outbox with their history, {drafts}, {attachments}, {kept}, {listed}, {files}.',
    'part-entries': 'no entries | 1 entry | {n} entries',
    'part-drafts': 'no drafts | 1 draft | {n} drafts',
    attachments: '1 photo or PDF | {n} photos and PDFs',
    'part-attachments': 'no photos or PDFs | 1 photo or PDF | {n} photos and PDFs',
    'part-kept': 'no kept claims | 1 kept claim | {n} kept claims',
    'part-listed': 'no list rows | 1 list row | {n} list rows',
    'part-files': 'no damaged files | 1 damaged file | {n} damaged files',
    'done-uploaded':
      '1 file is removed from the file store as soon as it can be reached. If the store refuses, the screen “Connection” says so. | {n} files are removed from the file store as soon as it can be reached. If the store refuses, the screen “Connection” says so.',
    'done-unswept':
      'The disk did not take the last step. Sealed remains go when Claims Desk can rewrite its file; it tries by itself.',
    'practice-title': 'Practice data',
    'practice-intro':
      'Remove everything that was tried in practice: claims, drafts, and what the practice insurer received.',
    'practice-clear': 'Clear practice data',
    'practice-confirm-title': 'Clear practice data?',
    'practice-confirm-description':
      'Made-up claims and drafts of practice go for good, also those not received yet. Sandbox and live are not touched.',
    'practice-done': 'Practice data was cleared',
  },
} as const
