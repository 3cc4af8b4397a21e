import type { NetworkStatus, Route, RouteSource, TrustedAuthorities } from '#shared/network.ts'
import { plural, t } from '#renderer/i18n/index.ts'
import { watch } from 'vue'
import { useAnswer } from '#renderer/composables/useAnswer.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useConnectivity } from '#renderer/stores/announced.ts'
import { useEngine } from '#renderer/stores/engine.ts'

/** A proxy's origin as people write it: without `http://`. */
export function proxyName(origin: string): string {
  return origin.replace(/^http:\/\//, '')
}

/** Which way is taken, and who says so, as sentences. */
export function wayWords({ plan }: Pick<NetworkStatus, 'plan'>): string {
  const [first, ...others] = plan.routes
  const ways = others.map((route) =>
    route.type === 'direct' ? t('network.otherwise-direct') : proxyName(route.proxy),
  )
  const otherwise = ways.length === 0 ? [] : [t('network.otherwise', { ways: `${ways.join(', ')}.` })]
  return [first === undefined ? '' : routeWords(first), ...otherwise, sourceWords(plan.source)].join(' ')
}

function routeWords(route: Route): string {
  return route.type === 'direct'
    ? t('network.direct')
    : t(`network.${route.type}`, { proxy: proxyName(route.proxy) })
}

function sourceWords(source: RouteSource): string {
  switch (source.type) {
    case 'variable':
      return t('network.source.variable', { name: source.name })
    case 'script':
      return t('network.source.script', { address: source.address })
    case 'unreadable':
      return source.script === null
        ? t('network.source.unreadable')
        : t('network.source.unreadable-script', { address: source.script })
    case 'this-computer':
    case 'system':
      return t(`network.source.${source.type}`)
  }
}

/** Which certificates are trusted. */
export function trustedWords({ bundled, system, extra }: TrustedAuthorities): string {
  const parts = [plural('network.bundled', bundled), plural('network.system', system)]
  return `${[...parts, ...(extra === 0 ? [] : [plural('network.extra', extra)])].join(', ')}.`
}

/** How this computer reaches the insurer. */
export function useNetwork(): ReturnType<typeof useAnswer<NetworkStatus>> {
  const connection = useConnectivity()
  const engine = useEngine()
  const answer = useAnswer(() => askMain('network:status'))
  // Each attempt to connect may have gone another way.
  watch([() => connection.now, () => engine.status], answer.again)
  return answer
}
