import { expect, it } from 'vitest'
import { scamOf } from './scam-rules.ts'

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
