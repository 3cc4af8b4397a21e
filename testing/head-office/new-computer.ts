import type { ServicesOptions } from '#main/app/services-options.ts'
import type { SetUpDialogs } from '#main/shell/questions.ts'
import { Office } from '#testing/app/office.ts'
import { answering, cheap, passphrase } from './head-office.ts'

/** A computer at which a set-up file may be taken in, with what main asked the person there. */
export async function newComputer(
  given: Partial<ServicesOptions> & { readonly says?: boolean } = {},
): Promise<Office & { readonly asked: readonly unknown[] }> {
  const { says = true, ...options } = given
  const asked: unknown[] = []
  const ask: SetUpDialogs['ask'] = (wish) => {
    asked.push(wish)
    return Promise.resolve(says)
  }
  const setUpDialogs = { ...answering(says), ask }
  return Object.assign(await Office.open({ setUpDialogs, secretCost: cheap, ...options }), { asked })
}

/** @returns what main answered, or why it refused */
export async function takeIn({ services }: Office, file: string, typed = passphrase): Promise<unknown> {
  const chosen = await services.setUp.choose(file)
  if (chosen.type === 'refused') return chosen.why
  const answer = await services.setUp.takeIn(typed)
  if (!answer.ok) return answer.error
  return answer.value.type === 'refused' ? answer.value.why : answer.value
}
