/** Texts of the claim form alone; they come with it. */
export const enForm = {
  form: {
    'not-deleted': 'The draft was not deleted. Try again.',
    question: 'Check before you submit',
    'question-detail': 'If this is right, submit the claim.',
    confirm: 'Submit all the same',
    back: 'Go back',
    future: '{date} is in the future.',
    near: '{title}: {days}.',
    repeated: 'The same link is in: {names}.',
    unlinked: 'Not sent, because in no field: {names}.',
  },
} as const
