import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { i18n } from './i18n/index.ts'
import { refuseFiles } from './refuse-files.ts'
import { router } from './router.ts'

refuseFiles(window)
createApp(App).use(createPinia()).use(i18n).use(router).mount('#app')
