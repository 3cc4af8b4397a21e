import js from '@eslint/js'
import tseslint from 'typescript-eslint'
import vue from 'eslint-plugin-vue'

/** Templates, what of a component is Vue's, and the few files that are JavaScript. All else is in oxlint.config.ts. */
export default tseslint.config(
  {
    ignores: ['out/', 'dist/', 'demo/', 'test-results/', 'playwright-report/', 'coverage/', 'node_modules/'],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.js'],
    extends: [js.configs.recommended],
    languageOptions: { globals: { console: 'readonly', process: 'readonly' } },
    rules: { eqeqeq: 'error' },
  },
  {
    files: ['src-renderer/**/*.vue'],
    extends: [vue.configs['flat/recommended']],
    languageOptions: { parserOptions: { parser: tseslint.parser, extraFileExtensions: ['.vue'] } },
    rules: {
      'vue/multi-word-component-names': 'off',
      // It contradicts no-useless-default-assignment on destructured props.
      'vue/require-default-prop': 'off',
      // The type check has it (noImplicitReturns), and knows when a switch is complete.
      'vue/return-in-computed-property': 'off',
      'vue/no-v-html': 'error',
      // Every text stands in the catalogue (docs/decisions/0007-page.md).
      'vue/no-bare-strings-in-template': 'error',
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/define-props-declaration': 'error',
      'vue/define-emits-declaration': 'error',
      // oxfmt owns the shape of the text.
      'vue/html-indent': 'off',
      'vue/html-self-closing': 'off',
      'vue/max-attributes-per-line': 'off',
      'vue/singleline-html-element-content-newline': 'off',
      'vue/multiline-html-element-content-newline': 'off',
      'vue/html-closing-bracket-newline': 'off',
      'vue/first-attribute-linebreak': 'off',
    },
  },
)
