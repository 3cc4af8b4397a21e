import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './app/App.vue'
import { i18n } from './i18n/index.ts'
import { refuseFiles } from './app/refuse-files.ts'
import { router } from './app/router.ts'
import { everywhere } from './ui/everywhere.ts'

refuseFiles(window)
createApp(App).use(everywhere).use(createPinia()).use(i18n).use(router).mount('#app')
