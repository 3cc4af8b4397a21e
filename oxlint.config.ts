import { defineConfig, type DummyRule } from 'oxlint'

/** Which imports or syntax, and what to do instead (scripts/lint-rules.ts). */
type Forbidden = readonly [what: string, instead: string]
const forbid = (...rules: readonly Forbidden[]): DummyRule => ['error', ...rules]

const anySource = '(^|/)(src-(main|preload|renderer)|e2e)(/|$)|^#(main|renderer)/'
const renderer = '(^|/)src-renderer/|^#renderer/'
const main = '(^|/)src-main/|^#main/'
const preload = '(^|/)src-preload/'
const proofs: Forbidden = [
  '(^|/)(proofs|testing)/|^#(proofs|testing)/',
  'What is shipped knows no proof and no test equipment: only tests import them.',
]
const connections: Forbidden = [
  '^((node:)?(net|tls|https?|http2|dgram|dns)(/.*)?|undici|ky)$|/network/line\\.ts$',
  'Main speaks to the insurer, the file store and the feed alone: only their clients open connections.',
]
const globalConnections = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']
const dexie: Forbidden = [
  '^dexie$|(^|/)db/',
  'Only repositories/ import the database: call a repository instead.',
]
const wire: Forbidden = [
  '(^|/)wire(/|$)',
  'Only api/ knows a wire name: use the domain types of src-shared/domain instead.',
]
/** The rooms of main, lowest first: each imports those before it. A folder alone stands for the files right in it. */
const rooms = [
  ...['platform', 'platform/texts', 'platform/keys'],
  ...['network', 'file-store', 'practice', 'insurer/api'],
  ...['outbox', 'outbox/drafts', 'outbox/attachments', 'delivery/uploads', 'delivery', 'claims'],
  ...['shell/notifications', 'shell', 'shell/updates'],
  ...['office/officers', 'office/settings', 'office/backup', 'office/privacy', 'office/environment'],
  ...['office/computers', 'office/head-office', 'office/reports', 'app'],
]
/** The rooms of the page, lowest first. */
const pageRooms = [
  ...['i18n', 'ui', 'data', 'stores', 'composables', 'commands', 'forms', 'paper', 'attachments', 'claim'],
  ...['features', 'app'],
]
const hasRooms = (room: string): boolean => rooms.some((other) => other.startsWith(`${room}/`))
const otherRoom: Forbidden = [
  `^(\\.\\./)+(${[...new Set(rooms.flatMap((room) => room.split('/')))].join('|')})/`,
  'Name a file of another room from #main/ on.',
]
const otherFeature: Forbidden = [
  '^#renderer/features/|^\\.\\./',
  'A feature knows no other one: what two share lives in claim/, commands/, forms/, paper/, attachments/, composables/ or stores/.',
]
const mainAlone: readonly Forbidden[] = [
  [renderer, 'Main does not know the page: announce through src-shared/contract.'],
  [preload, 'Main does not know the preload: put the contract into src-shared/contract.'],
]
const pageAlone: readonly Forbidden[] = [
  [`${main}|${preload}`, 'The page does not know main: ask through window.bridge (src-shared/contract).'],
  ['^electron$', 'The page has no Electron: ask main through window.bridge (src-shared/contract).'],
]

/** The predicates of an entry's state, and its group. */
const states =
  '/^(is(Waiting|Sending|Unconfirmed|Received|Rejected|Forbidden|Withdrawn|Settled|Decidable)|needs(Officer|Decision|You)|groupOf(Entry)?|hasLostFile)$/'

/** The insurer's days and times. */
const told = '/^(occurrenceDate|createdAt|deletedAt|startDate|endDate|dateOfBirth)$/'
const forbiddenSyntax = forbid(
  [
    'BinaryExpression[operator=/^[!=]==$/] > Literal[value=/^(queued|sending|unconfirmed|needs-review|delivered|rejected|withdrawn)$/]',
    'Ask a named predicate of src-shared/outbox/predicates.ts instead of comparing a state.',
  ],
  [
    // What an entry is, is worded in one place: what words it, asks that.
    `:matches(ConditionalExpression, IfStatement)[test.callee.name=${states}] CallExpression[callee.name=/^(t|plural)$/], CallExpression[callee.name=/^(t|plural)$/] ConditionalExpression[test.callee.name=${states}]`,
    'Read describe() of src-shared/claim instead of choosing a text by a state.',
  ],
  ['TSEnumDeclaration', 'Use a union of literals.'],
  [
    // Their types let two of them be compared, and two objects are never the same.
    `BinaryExpression[operator=/^([<>]=?|[!=]==)$/][left.property.name=${told}][right.property.name=${told}]`,
    'Ask src-shared/domain/told.ts how the insurer’s days and times compare, and say what is done with unknown ones.',
  ],
)

export default defineConfig({
  // ESLint has templates, what of a component is Vue's, and JavaScript (eslint.config.js).
  plugins: ['typescript', 'import'],
  jsPlugins: ['./scripts/lint-rules.ts'],
  categories: { correctness: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['**/*.js', '**/*.vue'],
  rules: {
    eqeqeq: 'error',
    'no-array-constructor': 'error',
    'no-case-declarations': 'error',
    'no-console': 'error',
    'no-constant-condition': ['error', { checkLoops: 'allExceptWhileTrue' }],
    'no-empty': 'error',
    'no-empty-function': 'error',
    'no-fallthrough': 'error',
    'no-prototype-builtins': 'error',
    'no-regex-spaces': 'error',
    'no-unexpected-multiline': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'no-useless-assignment': 'error',
    'no-useless-constructor': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    'preserve-caught-error': 'error',
    'import/no-cycle': 'error',
    'typescript/adjacent-overload-signatures': 'error',
    'typescript/array-type': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/ban-tslint-comment': 'error',
    'typescript/class-literal-property-style': 'error',
    'typescript/consistent-generic-constructors': 'error',
    'typescript/consistent-indexed-object-style': 'error',
    'typescript/consistent-type-assertions': 'error',
    'typescript/consistent-type-definitions': ['error', 'interface'],
    'typescript/consistent-type-imports': 'error',
    'typescript/dot-notation': [
      'error',
      {
        allowIndexSignaturePropertyAccess: false,
        allowKeywords: true,
        allowPattern: '',
        allowPrivateClassPropertyAccess: false,
        allowProtectedClassPropertyAccess: false,
      },
    ],
    'typescript/no-confusing-non-null-assertion': 'error',
    'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    'typescript/no-deprecated': 'error',
    'typescript/no-dynamic-delete': 'error',
    'typescript/no-empty-object-type': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-extraneous-class': 'error',
    'typescript/no-generated-empty-object-type': 'error',
    'typescript/no-inferrable-types': 'error',
    'typescript/no-invalid-void-type': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-mixed-enums': 'error',
    'typescript/no-namespace': 'error',
    'typescript/no-non-null-asserted-nullish-coalescing': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-unnecessary-boolean-literal-compare': 'error',
    'typescript/no-unnecessary-condition': 'error',
    'typescript/no-unnecessary-template-expression': 'error',
    'typescript/no-unnecessary-type-arguments': 'error',
    'typescript/no-unnecessary-type-assertion': 'error',
    'typescript/no-unnecessary-type-constraint': 'error',
    'typescript/no-unnecessary-type-conversion': 'error',
    'typescript/no-unnecessary-type-parameters': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-enum-comparison': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/non-nullable-type-assertion-style': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/prefer-find': 'error',
    'typescript/prefer-for-of': 'error',
    'typescript/prefer-function-type': 'error',
    'typescript/prefer-includes': 'error',
    'typescript/prefer-literal-enum-member': 'error',
    'typescript/prefer-nullish-coalescing': 'error',
    'typescript/prefer-optional-chain': 'error',
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/prefer-reduce-type-parameter': 'error',
    'typescript/prefer-regexp-exec': 'error',
    'typescript/prefer-return-this-type': 'error',
    'typescript/prefer-string-starts-ends-with': 'error',
    'typescript/related-getter-setter-pairs': 'error',
    'typescript/require-await': 'error',
    'typescript/restrict-plus-operands': [
      'error',
      {
        allowAny: false,
        allowBoolean: false,
        allowNullish: false,
        allowNumberAndString: false,
        allowRegExp: false,
      },
    ],
    'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/unified-signatures': 'error',
    'typescript/use-unknown-in-catch-callback-variable': 'error',
    'import/default': 'off',
    'import/namespace': 'off',
    'typescript/require-array-sort-compare': 'off',
    'desk/syntax': forbiddenSyntax,
  },
  overrides: [
    {
      files: ['**/src-shared/**'],
      rules: {
        'desk/layers': forbid([
          anySource,
          'src-shared is the language both sides speak and imports nothing of ours: move what you need into src-shared.',
        ]),
        'no-restricted-globals': ['error', 'window', 'document', 'localStorage', 'process'],
      },
    },
    { files: ['src-main/**'], rules: { 'desk/layers': forbid(...mainAlone, wire) } },
    {
      files: ['src-main/insurer/api/**', 'src-main/practice/**'],
      rules: { 'desk/layers': forbid(...mainAlone) },
    },
    ...rooms.slice(0, -1).map((room, place) => ({
      files: [`src-main/${room}/${hasRooms(room) ? '*' : '**/*'}`],
      excludeFiles: ['**/*.test.ts'],
      rules: {
        'desk/layers': forbid(
          ...mainAlone,
          otherRoom,
          ...(room === 'insurer/api' || room === 'practice' ? [] : [wire]),
          ...rooms
            .slice(place + 1)
            .map((above): Forbidden => [
              `^#main/${above}/${hasRooms(above) ? '[^/]+$' : ''}`,
              `${above}/ is above ${room}/ (the order stands in oxlint.config.ts): hand in what you need of it, or move it down.`,
            ]),
        ),
      },
    })),
    {
      files: ['src-preload/**'],
      rules: {
        'desk/layers': forbid([
          `${main}|${renderer}`,
          'The preload knows src-shared and electron alone: put the contract into src-shared/contract.',
        ]),
      },
    },
    {
      // The scripts of components too, which scripts/lint.ts writes beneath test-results.
      files: ['**/src-renderer/**'],
      rules: {
        'desk/layers': forbid(...pageAlone, dexie),
        // A type of Vue's is added to by an interface alone.
        'typescript/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      },
    },
    // A template uses them too: the type check says which nobody does.
    { files: ['test-results/scripts-of-components/**'], rules: { 'no-unused-vars': 'off' } },
    { files: ['**/src-renderer/data/**'], rules: { 'desk/layers': forbid(...pageAlone) } },
    ...pageRooms.slice(0, -1).map((room, place) => ({
      files: [`**/src-renderer/${room}/**`],
      excludeFiles: ['**/*.test.ts'],
      rules: {
        'desk/layers': forbid(
          ...pageAlone,
          ...(room === 'data' ? [] : [dexie]),
          ...pageRooms
            .slice(place + 1)
            .map((above): Forbidden => [
              `^#renderer/${above}/`,
              `${above}/ is above ${room}/ (the order stands in oxlint.config.ts): hand in what you need of it, or move it down.`,
            ]),
          // A file of another room is named from #renderer/ on, so what is left is the feature itself.
          ...(room === 'features' ? [otherFeature] : []),
        ),
      },
    })),
    {
      files: ['**/src-*/**'],
      excludeFiles: ['**/*.test.ts'],
      rules: { 'desk/outside': forbid(proofs) },
    },
    {
      files: ['src-main/**'],
      excludeFiles: [
        ...['**/*.test.ts', 'src-main/network/**', 'src-main/insurer/api/exchange.ts'],
        ...['src-main/file-store/s3-requests.ts', 'src-main/shell/updates/feed-client.ts'],
        // It listens, and connects to nothing.
        'src-main/practice/practice-server.ts',
      ],
      rules: {
        'desk/outside': forbid(proofs, connections),
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
      files: ['**/*.test.ts', 'testing/**', 'proofs/**', 'e2e/**', 'bench/**', 'scripts/**'],
      rules: {
        'desk/syntax': 'off',
        'no-restricted-properties': [
          'error',
          {
            object: 'vi',
            property: 'mock',
            message: 'Test files share a process: a module that is loaded already stays as it is.',
          },
        ],
        'typescript/no-non-null-assertion': 'off',
      },
    },
    { files: ['e2e/**', 'bench/**', 'scripts/**'], rules: { 'no-console': 'off' } },
    { files: ['src-shared/outbox/{predicates,transition}.ts'], rules: { 'desk/syntax': 'off' } },
  ],
})
