import { watch } from 'vue'
import type { NetworkStatus } from '#shared/network.ts'
import { useAnswer } from '#renderer/composables/useAnswer.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useConnectivity } from '#renderer/stores/connectivity.ts'
import { useEngine } from '#renderer/stores/engine.ts'

/** How this computer reaches the insurer. */
export function useNetwork(): ReturnType<typeof useAnswer<NetworkStatus>> {
  const connection = useConnectivity()
  const engine = useEngine()
  const answer = useAnswer(() => askMain('network:status'))
  // Each attempt to connect may have gone another way.
  watch([() => connection.now, () => engine.status], answer.again)
  return answer
}
