import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './app/App.vue'
import { refuseFiles } from './app/refuse-files.ts'
import { router } from './app/router.ts'
import { everywhere } from './ui/everywhere.ts'

refuseFiles(window)
createApp(App).use(everywhere).use(createPinia()).use(router).mount('#app')
