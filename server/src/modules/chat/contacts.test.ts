import { expect, it } from 'vitest'
import { hasContact, maskContacts } from './contacts.ts'
import { scamOf } from './scam-rules.ts'

it.each([
  ['Chiamami al 347 123 4567', 'Chiamami al ••••••'],
  ['+39 (347) 123-45-67 ciao', '•••••• ciao'],
  ['3.4.7.1.2.3.4.5.6.7', '••••••'],
  ['scrivi a ada.rossi@posta.it!', 'scrivi a ••••••!'],
  ['guarda https://esempio.example/a?b=c ora', 'guarda •••••• ora'],
  ['www.sito.example', '••••••'],
  ['sono su t.me/ada99 e instagram.com', 'sono su •••••• e ••••••'],
  ['Ben.LY/xyz', '••••••'],
  // From eight digits to fifteen.
  ['numero 12345678', 'numero ••••••'],
  ['numero 123456789012345', 'numero ••••••'],
  // Separators and characters by which a number is hidden.
  ['347_123_4567', '••••••'],
  ['è 347*123*4567, ok', 'è ••••••, ok'],
  ['347,123,4567', '••••••'],
  ['347–123–4567', '••••••'],
  ['347 - 123 - 4567', '••••••'],
  ['347:123:4567', '••••••'],
  ['Più tardi: ３４７１２３４５６７ 😀', 'Più tardi: •••••• 😀'],
  ['3️⃣4️⃣7️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣ ciao', '•••••• ciao'],
  ['③④⑦①②③④⑤⑥⑦', '••••••'],
  ['347\u200b123\u200b4567', '••••••'],
  ['٣٤٧١٢٣٤٥٦٧', '••••••'],
  ['à ada＠posta．it', 'à ••••••'],
])('masks contact details in %j', (text, expected) => {
  expect(hasContact(text)).toBe(true)
  expect(maskContacts(text)).toBe(expected)
})

it.each([
  'Sono nata il 12.10.1990 a Roma',
  'Ci vediamo il 24/12/2026 alle 20.30?',
  'Costa 1.250,00 euro',
  'Costa 1.250.000,00 euro o $1,250,000.00',
  'Dalle 20:30 - 21:30, o 20.30-22.00',
  'Sono via 12/10 - 15/10 e 12.10.2026 – 15.10.2026',
  'Il 2026-11-24 è martedì',
  'Nel 2019, 2020 e 2021',
  'È a 1½ km… circa 100 m²',
  'Ho 36 anni, tu?Bene.Ciao',
  'Finisce qui...e poi? Mah.',
  'Abito in via Roma 12, interno 3',
  'numero 1234567',
  'numero 1234567890123456',
])('leaves %j unchanged', (text) => {
  expect(hasContact(text)).toBe(false)
  expect(maskContacts(text)).toBe(text)
})

it.each([
  ['Mi puoi prestare 200 euro?', 'money'],
  ['Mi mandi 200 euro?', 'money'],
  ['¿Me envías dinero para el billete?', 'money'],
  ['Envoie-moi de l’argent', 'money'],
  ['Could you send me some money', 'money'],
  ['Ti va di comprare due carte regalo?', 'gift_card'],
  ['Achète des recharges PCS', 'gift_card'],
  ['Guadagno con le criptovalute', 'investment'],
  ['Ganancias garantizadas', 'investment'],
  ['Dimmi il codice che ti arriva', 'code'],
  ['Envíame el código', 'code'],
  ['What is the verification code', 'code'],
  ['Guadagno con i bit\u200bcoin', 'investment'],
  ['Ｇuadagno con le criptovalute', 'investment'],
])('recognises %j as %s', (text, kind) => {
  expect(scamOf(text)).toBe(kind)
})

it.each(['Ciao, come stai?', 'Il biglietto costa 10 euro', 'Mi mandi una foto?', 'I love coding', 'Je suis sûre'])(
  'does not warn about %j',
  (text) => {
    expect(scamOf(text)).toBeNull()
  },
)

it.each([
  ['letters', 'a@'.repeat(10) + 'a'.repeat(1980)],
  ['dots', 'a.'.repeat(1000)],
  ['hyphens', '@' + 'a-'.repeat(999)],
  ['groups of digits', '1 '.repeat(1000)],
  ['almost numbers', '1-2-3-4-5-6-7-x'.repeat(133)],
  ['wide separators', '1 - 2 - 3 - 4 - 5 - 6 - 7 - x'.repeat(69)],
  ['separators', '1' + '-'.repeat(1999)],
  ['prices', '1.250.000.'.repeat(200)],
])('checks two thousand characters of %s in well under a millisecond', (_, text) => {
  // The processor time of this thread: other programs on a busy machine do not count.
  const before = process.threadCpuUsage()
  for (let n = 0; n < 100; n += 1) hasContact(text)
  const { user, system } = process.threadCpuUsage(before)
  // A backtracking pattern takes 500 to 1,000 ms for these.
  expect((user + system) / 1000).toBeLessThan(200)
})
