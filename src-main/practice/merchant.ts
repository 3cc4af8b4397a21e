/** What the details answer leaks as `merchant.secret_key`: made up, so that tests can prove it goes no further. */
export const practiceMerchantSecret = 'PRACTICE-LEAK-CANARY-not-a-real-secret'

export const merchantId = 41

/** Spec: Claim detail, `merchant`. */
export const practiceMerchant = {
  id: merchantId,
  company_name: 'Practice Riders & Drivers Ltd',
  email: 'merchant@example.com',
  phone_no: '08000000001',
  address: '1 Practice Close, Ikeja',
  category_id: 3,
  secret_key: practiceMerchantSecret,
  username: 'practice-merchant',
  enable: true,
  merchant_type: 'corporate',
  created_at: '2023-01-02T08:00:00.000000Z',
  updated_at: '2024-03-04T09:15:22.120450Z',
  transaction_pin: null,
  verify_email: 1,
  verify_phone: 1,
  allow_negative_balance: 0,
  charge_own_wallet: 0,
}
