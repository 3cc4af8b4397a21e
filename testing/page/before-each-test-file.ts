import { config, disableAutoUnmount, enableAutoUnmount } from '@vue/test-utils'
import { IDBFactory } from 'fake-indexeddb'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach } from 'vitest'
import { isInPractice } from '#renderer/i18n/index.ts'
import { everywhere } from '#renderer/ui/everywhere.ts'

// Test files share a worker (vitest.config.ts), so each must start without databases, on an empty page and outside of practice.
globalThis.indexedDB = new IDBFactory()
localStorage.clear()
document.body.replaceChildren()
isInPractice.value = false
config.global.plugins = [everywhere]
// The tests' document has no popovers.
HTMLElement.prototype.showPopover = () => undefined
HTMLElement.prototype.hidePopover = () => undefined

// Each test has stores of its own. What it mounted is unmounted after its file's own hooks; the library refuses that twice in a worker.
beforeEach(() => {
  setActivePinia(createPinia())
})
disableAutoUnmount()
enableAutoUnmount(afterEach)
