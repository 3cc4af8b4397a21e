import { createMemoryHistory, createRouter, type Router } from 'vue-router'
import { router } from '#renderer/app/router.ts'

/** The application's addresses, each with an empty screen. */
export function aRouter(): Router {
  const component = { render: () => null }
  const routes = router
    .getRoutes()
    .map(({ path, name }) => ({ path, component, ...(name === undefined ? {} : { name }) }))
  return createRouter({ history: createMemoryHistory(), routes })
}
