// vue-tsc reads the components themselves; this is for the linter, which cannot.
declare module '*.vue' {
  import type { DefineComponent } from 'vue'

  const component: DefineComponent
  export default component
}
