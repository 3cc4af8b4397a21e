import type { Pharmacy } from '#shared/domain/pharmacy.ts'

/** The given number of made-up pharmacies. */
export function madeUpPharmacies(count: number): Pharmacy[] {
  const states = ['Lagos', 'Oyo', 'Kano'] as const
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    code: `PH-${String(index + 1).padStart(4, '0')}`,
    name: `${['Adeola', 'Bright', 'Chidera', 'Dove'][index % 4] ?? ''} Pharmacy ${index + 1}`,
    state: states[index % 3] ?? 'Lagos',
    lga: ['Ikeja', 'Ibadan North', 'Nassarawa'][index % 3] ?? 'Ikeja',
    address: `${index + 1} Market Road`,
    updatedAt: null,
  }))
}
