/** Numbers that follow a path on the keypad or a rule that many people think of. */
const numbers: ReadonlySet<string> = new Set([
  ...['123321', '123654', '123789', '321654', '321456', '456123', '456654', '654123', '654789', '789123'],
  ...['789321', '789456', '789654', '987123', '147258', '147852', '147369', '258369', '258147', '258456'],
  ...['369258', '369147', '741852', '741963', '852963', '852741', '963852', '963741', '159357', '159753'],
  ...['357159', '357951', '753159', '753951', '951357', '951753', '102030', '142536', '246810', '246813'],
  ...['135790', '135791', '135246', '134679', '112358', '102938', '192837', '010203', '121314', '147896'],
  ...['159263', '159951', '951159', '753357', '357753', '124578', '235689', '908070', '203040', '506070'],
  ...['12341234', '12344321', '12369874', '14789632', '14725836', '15935746', '1029384756', '1357924680'],
])

const words: ReadonlySet<string> = new Set([
  ...['password', 'passwort', 'passphrase', 'passw0rd', 'p@ssword', 'p@ssw0rd', 'secret', 'letmein'],
  ...['welcome', 'welcom', 'iloveyou', 'loveyou', 'sunshine', 'princess', 'football', 'superman', 'arsenal'],
  ...['chelsea', 'liverpool', 'manchester', 'blessing', 'favour', 'goodluck', 'success', 'godisgood'],
  ...['jesus', 'jesuschrist', 'emmanuel', 'mercy', 'nigeria', 'naija', 'lagos', 'abuja', 'monday', 'january'],
  ...['qwerty', 'qwertz', 'azerty', 'qwertyuiop', 'asdfgh', 'asdfghjkl', 'zxcvbn', 'zxcvbnm', 'abc', 'abcd'],
  ...['qwe', 'qaz', 'qazwsx', 'admin', 'administrator', 'manager', 'officer', 'claims', 'claimsdesk', 'keke'],
  ...['okada', 'insurance', 'office', 'computer', 'internet', 'master', 'dragon', 'monkey', 'shadow'],
])

/** Whether a PIN or passphrase is among the first that anyone tries: a known number, or a word and a few digits. */
export function isCommonSecret(secret: string): boolean {
  const typed = secret.toLowerCase()
  return numbers.has(typed) || words.has(typed) || words.has(typed.replace(/[0-9]{1,4}[!.]?$/, ''))
}
