import { envelope } from '#main/practice/claim-endpoints.ts'
import { generatePharmacies } from '#main/practice/data/pharmacies.ts'

/** The first page of endpoint 9, as a probe of the connection gets it: fifteen of 3,000. */
export function pharmacyPageText(): string {
  const path = 'https://insurer.example/api/merchant/micro_health/pharmacy/all'
  const links = { first_page_url: `${path}?page=1`, last_page_url: `${path}?page=200`, path }
  const page = {
    current_page: 1,
    data: generatePharmacies(1, 15),
    ...links,
    next_page_url: `${path}?page=2`,
    prev_page_url: null,
  }
  const counts = { from: 1, to: 15, last_page: 200, per_page: 15, total: 3000 }
  return JSON.stringify(envelope('', { ...page, ...counts }))
}
