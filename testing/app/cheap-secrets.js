import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

// Loaded before everything else in the processes of tests. A hash of the everyday cost takes half a second and 128 MiB
// on purpose; tests make hundreds, and get them cheaply. secret-hash.test.ts runs the real one in a process of its own.
const everydayCost = 2 ** 17
const cheapCost = 2 ** 4
const { scrypt } = crypto

crypto.scrypt = (secret, salt, length, options, done) => {
  const cost = options.cost === everydayCost ? cheapCost : options.cost
  scrypt(secret, salt, length, { ...options, cost }, done)
}
syncBuiltinESMExports()
