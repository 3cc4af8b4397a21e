/** Texts of the claim form alone; they come with it. */
export const enForm = {
  form: {
    'not-deleted': 'The draft was not deleted. Try again.',
    photo: {
      show: 'Show beside the form: {name}',
      title: 'Photo: {name}',
      picture: 'Picture',
      'zoom-in': 'Zoom in',
      'zoom-out': 'Zoom out',
      turn: 'Turn',
      close: 'Close',
      failed: 'The picture cannot be shown.',
    },
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
