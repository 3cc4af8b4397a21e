/** The files of a claim on their way to the file store. */
export const enFiles = {
  files: {
    uploaded: 'Uploaded',
    waits: 'Waiting for upload',
    share: '{percent} % uploaded',
    'link-awaited': 'The link is added after the upload',
    'removed-too': 'Uploaded files are removed too: links to them no longer open.',
    stay: 'Uploaded files stay in the file store. Ask IT support to remove them.',
    store: {
      title: 'File store',
      nothing: 'Nothing is waiting for upload.',
      files: '1 file | {n} files',
      waits: '{what} of 1 claim still to upload ({size}). | {what} of {n} claims still to upload ({size}).',
      left: 'About {duration} left.',
      'left-soon': 'Less than a minute left.',
      progress: 'Uploaded so far',
      next: 'Next try: {when}.',
      'to-remove': '1 unused file to remove. | {n} unused files to remove.',
      'refused-removals':
        '1 unused file may not be removed. Ask IT support. | {n} unused files may not be removed. Ask IT support.',
    },
    'not-going': 'Files are not uploaded',
  },
} as const
