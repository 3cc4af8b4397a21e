/** The first page of endpoint 9, as a probe of the connection gets it: fifteen of 3,000. */
export function pharmacyPageText(): string {
  const at = '2026-11-02T09:00:00.000000Z'
  const data = Array.from({ length: 15 }, (_, n) => ({
    id: n + 1,
    pharmacy_code: `PH-${1000 + n}`,
    pharmacy_name: `Example Pharmacy and Stores ${n}`,
    state_of_premise: 'Lagos',
    lga: 'Lagos Mainland',
    pharmacy_address: `${n} Test Street, Yaba, Lagos`,
    created_at: at,
    updated_at: at,
  }))
  const path = 'https://insurer.example/api/merchant/micro_health/pharmacy/all'
  const links = { first_page_url: `${path}?page=1`, last_page_url: `${path}?page=200`, path }
  const page = { current_page: 1, data, ...links, next_page_url: `${path}?page=2`, prev_page_url: null }
  const counts = { from: 1, to: 15, last_page: 200, per_page: 15, total: 3000 }
  return JSON.stringify({
    success: true,
    data: { ...page, ...counts },
    response_message: '',
    response_code: '',
  })
}
