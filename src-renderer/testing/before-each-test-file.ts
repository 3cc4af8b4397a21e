import { IDBFactory } from 'fake-indexeddb'

// Test files share a worker (vitest.config.ts), so each must start without databases and on an empty page.
globalThis.indexedDB = new IDBFactory()
localStorage.clear()
document.body.replaceChildren()
