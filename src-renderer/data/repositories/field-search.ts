import { pharmacyFilters, type PharmacyFilter, type PharmacyPage } from '#shared/domain/pharmacy.ts'
import type { Failure } from '#shared/failure.ts'
import { ok, type Result } from '#shared/result.ts'

/** Asks the insurer for a page of the pharmacies with a text in one field. */
export type AskField = (
  filter: PharmacyFilter,
  text: string,
  page: number,
) => Promise<Result<PharmacyPage, Failure>>

/** Questions in flight at once: each further one needs a connection of its own. */
const lanes = 2

interface Asked {
  readonly text: string
  /** The first page of each field that has hits, in the order in which they are shown. */
  readonly fields: ReadonlyMap<PharmacyFilter, PharmacyPage>
}

/**
 * One search over several fields of an API that takes one field at a time (docs/decisions/0007-page.md). It remembers
 * which fields have hits, until another text is searched.
 */
export function createFieldSearch(ask: AskField) {
  let last: Asked | null = null

  const askAll = async (
    filters: readonly PharmacyFilter[],
    text: string,
    page: number,
  ): Promise<Result<[PharmacyFilter, PharmacyPage][], Failure>> => {
    const found: [PharmacyFilter, PharmacyPage][] = []
    for (let at = 0; at < filters.length; at += lanes) {
      const some = filters.slice(at, at + lanes)
      const answers = await Promise.all(some.map((filter) => ask(filter, text, page)))
      for (const [nth, answer] of answers.entries()) {
        if (!answer.ok) return answer
        const filter = some[nth]
        if (filter !== undefined && answer.value.total > 0) found.push([filter, answer.value])
      }
    }
    return ok(found)
  }

  const begin = async (text: string): Promise<Result<Asked, Failure>> => {
    const likely = likelyFields(text)
    const found = await askAll(likely, text, 1)
    if (!found.ok) return found
    const rest = pharmacyFilters.filter((filter) => !likely.includes(filter))
    // That nothing is found is said only when every field was asked.
    const all = found.value.length > 0 ? found : await askAll(rest, text, 1)
    return all.ok ? ok({ text, fields: new Map(all.value) }) : all
  }

  return {
    /**
     * Page `n` is page `n` of each field that has one: another page may have shown a pharmacy for another field. Where there
     * is more than one page, `total` counts a pharmacy once for each field it was found in.
     */
    async page(text: string, page: number): Promise<Result<PharmacyPage, Failure>> {
      if (last?.text !== text || page === 1) {
        const begun = await begin(text)
        if (!begun.ok) return begun
        last = begun.value
      }
      const asked = last
      const first = [...asked.fields.values()]
      const lastPage = Math.max(1, ...first.map((field) => field.lastPage))
      const longer = [...asked.fields].filter(([, field]) => field.lastPage >= page).map(([filter]) => filter)
      const answers = page === 1 ? ok([...asked.fields]) : await askAll(longer, text, page)
      if (!answers.ok) return answers
      const found = answers.value.flatMap(([, field]) => field.pharmacies)
      const pharmacies = new Map(found.map((pharmacy) => [pharmacy.id, pharmacy]))
      const total = lastPage === 1 ? pharmacies.size : first.reduce((sum, field) => sum + field.total, 0)
      return ok({ pharmacies: [...pharmacies.values()], page, lastPage, total })
    },
  }
}

/** Where a text is looked for first: names of states and areas hold no digit, and a code without one is rare. */
function likelyFields(text: string): readonly PharmacyFilter[] {
  return /\d/.test(text) ? ['name', 'code', 'address'] : ['name', 'lga', 'address', 'state']
}
