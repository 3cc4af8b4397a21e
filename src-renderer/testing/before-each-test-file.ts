import { IDBFactory } from 'fake-indexeddb'

// Test files share a worker (vitest.config.ts): each begins without databases, on an empty page.
globalThis.indexedDB = new IDBFactory()
localStorage.clear()
document.body.replaceChildren()
