import js from '@eslint/js'
import { importX } from 'eslint-plugin-import-x'
import vue from 'eslint-plugin-vue'
import tseslint from 'typescript-eslint'

/** A layer's forbidden imports, with what to do instead. */
const forbid = (...rules) => ['error', { patterns: rules.map(([regex, message]) => ({ regex, message })) }]

const anySource = '(^|/)(src-(main|preload|renderer)|e2e)(/|$)|^#(main|renderer)/'
const renderer = '(^|/)src-renderer/|^#renderer/'
const main = '(^|/)src-main/|^#main/'
const preload = '(^|/)src-preload/'
const proofs = ['(^|/)proofs/|^#proofs/', 'What is shipped knows no proofs: only tests import them.']
const connections = [
  '^((node:)?(net|tls|https?|http2|dgram|dns)(/.*)?|undici|ky)$|/network/line\\.ts$',
  'Main speaks to the insurer, the file store and the feed alone: only their clients open connections.',
]
const globalConnections = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']
const dexie = ['^dexie$|(^|/)db/', 'Only repositories/ import the database: call a repository instead.']
const wire = [
  '(^|/)wire(/|$)',
  'Only api/ knows a wire name: use the domain types of src-shared/domain instead.',
]
/** The rooms of main, lowest first: each imports those before it. A folder alone stands for the files right in it. */
const rooms = [
  ...['platform', 'platform/texts', 'platform/keys'],
  ...['insurer/network', 'insurer/api', 'insurer/connectivity', 'file-store', 'practice'],
  ...['outbox', 'outbox/drafts', 'outbox/attachments'],
  ...['delivery/uploads', 'delivery', 'delivery/claims'],
  ...['shell/notifications', 'shell', 'shell/updates'],
  ...['office/officers', 'office/settings', 'office/backup', 'office/privacy', 'office/environment'],
  ...['office/computers', 'office/head-office', 'office/reports', 'app'],
]
const hasRooms = (room) => rooms.some((other) => other.startsWith(`${room}/`))
const otherRoom = [
  `^(\\.\\./)+(${[...new Set(rooms.flatMap((room) => room.split('/')))].join('|')})/`,
  'Name a file of another room from #main/ on.',
]
const mainAlone = [
  [renderer, 'Main does not know the page: announce through src-shared/contract.'],
  [preload, 'Main does not know the preload: put the contract into src-shared/contract.'],
]
const electron = [
  '^electron$',
  'The page has no Electron: ask main through window.bridge (src-shared/contract).',
]

/** The predicates of an entry's state, and its group. */
const states =
  '/^(is(Waiting|Sending|Unconfirmed|Received|Rejected|Forbidden|Withdrawn|Settled|Decidable)|needs(Officer|Decision|You)|groupOf(Entry)?|hasLostFile)$/'

/** Statuses are asked by name, so that a new state is added in one place. */
const stateLiterals = [
  'error',
  {
    selector:
      'BinaryExpression[operator=/^[!=]==$/] > Literal[value=/^(queued|sending|unconfirmed|needs-review|delivered|rejected|withdrawn)$/]',
    message: 'Ask a named predicate of src-shared/outbox/predicates.ts instead of comparing a state.',
  },
  {
    // What an entry is, is worded in one place: what words it, asks that.
    selector: `:matches(ConditionalExpression, IfStatement)[test.callee.name=${states}] CallExpression[callee.name=/^(t|plural)$/], CallExpression[callee.name=/^(t|plural)$/] ConditionalExpression[test.callee.name=${states}]`,
    message: 'Read describe() of src-shared/claim instead of choosing a text by a state.',
  },
  {
    selector: 'TSEnumDeclaration',
    message: 'Use a union of literals.',
  },
]

export default tseslint.config(
  {
    ignores: [
      ...['out/', 'dist/', 'demo/', 'test-results/', 'playwright-report/', 'coverage/', 'node_modules/'],
      // What a build beside it reads its configuration from, for a moment.
      'electron.vite.config.ts.*.mjs',
    ],
  },
  js.configs.recommended,
  // What needs types is oxlint's (.oxlintrc.json), which takes a seventh of the time.
  ...tseslint.configs.strict,
  ...tseslint.configs.stylistic,
  ...vue.configs['flat/base'],
  ...vue.configs['flat/recommended'].map((config) => ({ files: ['src-renderer/**'], ...config })),
  {
    languageOptions: { parserOptions: { tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { 'import-x': importX },
    rules: {
      'no-console': 'error',
      eqeqeq: 'error',
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'no-restricted-syntax': stateLiterals,
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
    },
  },
  {
    files: ['src-renderer/**'],
    rules: {
      // A type of Vue's is added to by an interface alone.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      'vue/multi-word-component-names': 'off',
      // It contradicts no-useless-default-assignment on destructured props.
      'vue/require-default-prop': 'off',
      // The type check has it (noImplicitReturns), and knows when a switch is complete.
      'vue/return-in-computed-property': 'off',
      'vue/no-v-html': 'error',
      // Every text stands in the catalogue (docs/decisions/0020-screens.md).
      'vue/no-bare-strings-in-template': 'error',
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/define-props-declaration': 'error',
      'vue/define-emits-declaration': 'error',
    },
  },
  // Prettier owns the shape of the text.
  {
    files: ['**/*.vue'],
    languageOptions: {
      parserOptions: {
        extraFileExtensions: ['.vue'],
        parser: tseslint.parser,
      },
    },
    rules: {
      'no-undef': 'off',
      'vue/html-indent': 'off',
      'vue/html-self-closing': 'off',
      'vue/max-attributes-per-line': 'off',
      'vue/singleline-html-element-content-newline': 'off',
      'vue/multiline-html-element-content-newline': 'off',
      'vue/html-closing-bracket-newline': 'off',
      'vue/first-attribute-linebreak': 'off',
    },
  },
  {
    files: ['src-shared/**'],
    rules: {
      'no-restricted-imports': forbid([
        anySource,
        'src-shared is the language both sides speak and imports nothing of ours: move what you need into src-shared.',
      ]),
      'no-restricted-globals': ['error', 'window', 'document', 'localStorage', 'process'],
    },
  },
  {
    files: ['src-main/**'],
    rules: {
      'no-restricted-imports': forbid(...mainAlone, wire),
    },
  },
  {
    files: ['src-main/insurer/api/**', 'src-main/practice/**'],
    rules: {
      'no-restricted-imports': forbid(...mainAlone),
    },
  },
  ...rooms.slice(0, -1).map((room, place) => ({
    files: [`src-main/${room}/${hasRooms(room) ? '{*,testing/**}' : '**/*'}`],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-imports': forbid(
        ...mainAlone,
        otherRoom,
        ...(room === 'insurer/api' || room === 'practice' ? [] : [wire]),
        ...rooms
          .slice(place + 1)
          .map((above) => [
            `^#main/${above}/${hasRooms(above) ? '[^/]+$' : ''}`,
            `${above}/ is above ${room}/ (the order stands in eslint.config.js): hand in what you need of it, or move it down.`,
          ]),
      ),
    },
  })),
  {
    files: ['src-preload/**'],
    rules: {
      'no-restricted-imports': forbid([
        `${main}|${renderer}`,
        'The preload knows src-shared and electron alone: put the contract into src-shared/contract.',
      ]),
    },
  },
  {
    files: ['src-renderer/**'],
    rules: {
      'no-restricted-imports': forbid(
        [
          `${main}|${preload}`,
          'The page does not know main: ask through window.bridge (src-shared/contract).',
        ],
        electron,
        dexie,
      ),
    },
  },
  {
    files: ['src-renderer/data/**'],
    rules: {
      'no-restricted-imports': forbid(
        [
          `${main}|${preload}`,
          'The page does not know main: ask through window.bridge (src-shared/contract).',
        ],
        electron,
      ),
    },
  },
  {
    files: ['src-renderer/ui/**'],
    rules: {
      'no-restricted-imports': forbid([
        `^\\.\\./|${main}|${preload}|^(electron|dexie)$|^#renderer/(?!i18n/)`,
        'ui/ serves every screen and imports nothing else of ours but texts and src-shared: hand in what you need.',
      ]),
    },
  },
  {
    files: ['src-*/**'],
    ignores: ['**/*.test.ts', '**/testing/**'],
    rules: { '@typescript-eslint/no-restricted-imports': forbid(proofs) },
  },
  {
    files: ['src-main/**'],
    ignores: [
      ...['**/*.test.ts', '**/testing/**', 'src-main/insurer/network/**', 'src-main/insurer/api/exchange.ts'],
      ...['src-main/file-store/s3-requests.ts', 'src-main/shell/updates/feed-client.ts'],
      // It listens, and connects to nothing.
      'src-main/practice/practice-server.ts',
    ],
    rules: {
      '@typescript-eslint/no-restricted-imports': forbid(proofs, connections),
      'no-restricted-globals': [
        'error',
        ...globalConnections.map((name) => ({ name, message: connections[1] })),
      ],
      'no-restricted-properties': [
        'error',
        ...['fetch', 'request'].map((property) => ({ object: 'net', property, message: connections[1] })),
      ],
    },
  },
  {
    files: ['**/*.test.ts', 'proofs/**', 'e2e/**', 'bench/**', 'scripts/**'],
    rules: {
      'no-restricted-syntax': 'off',
      'no-restricted-properties': [
        'error',
        {
          object: 'vi',
          property: 'mock',
          message: 'Test files share a process: a module that is loaded already stays as it is.',
        },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  { files: ['e2e/**', 'bench/**', 'scripts/**'], rules: { 'no-console': 'off' } },
  { files: ['src-shared/outbox/{predicates,transition}.ts'], rules: { 'no-restricted-syntax': 'off' } },
  { files: ['**/*.ts'], rules: { 'no-control-regex': 'off', 'no-empty-pattern': 'off' } },
  {
    files: ['scripts/*.js'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly' } },
  },
)
