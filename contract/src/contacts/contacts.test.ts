import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contactsIn, hasContact, maskContacts } from '../contacts.ts'
import evasions from './testing/evasions.json' with { type: 'json' }
import ordinary from './testing/ordinary.json' with { type: 'json' }

const longest = 2_000

/** Sentences of a chat, written for this: what is near a contact but none, beside what is far from one. */
const sentences = Object.values(ordinary).flat()
const wrong = (texts: readonly string[], is: boolean) => texts.filter((text) => hasContact(text) === is)

it.each(Object.entries(ordinary))('covers nothing of at least two hundred ordinary sentences (%s)', (_, texts) => {
  expect(texts.length).toBeGreaterThan(200)
  expect(new Set(texts).size).toBe(texts.length)
  // The sentences that are covered although they hold no contact: at most one in two hundred.
  expect(wrong(texts, true).slice(Math.floor(texts.length / 200))).toEqual([])
})

it('finds nine of ten ways of hiding a contact', () => {
  expect(evasions.length).toBeGreaterThan(200)
  expect(wrong(evasions, false).slice(Math.floor(evasions.length / 10))).toEqual([])
})

it('finds a contact inside of any sentence, and covers only what a contact is', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...sentences),
      fc.constantFrom('347 123 4567', 'anna@posta.example', 'https://a.example/b', '@nome88', 'nome at gmail dot com'),
      fc.constantFrom(...sentences),
      (before, contact, after) => {
        const masked = maskContacts(`${before}\n\n${contact}\n\n${after}`)
        expect(masked).not.toContain(contact)
        expect(masked.split('\n\n').at(-1)).toBe(after)
        expect(masked.split('\n\n')[0]).toBe(before)
      },
    ),
  )
})

it('gives the place of each contact in the text as it was written', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...evasions))), (parts) => {
      const text = parts.join(' ')
      let end = 0
      for (const { text: found, from, to } of contactsIn(text)) {
        expect(from).toBeGreaterThanOrEqual(end)
        expect(to).toBeGreaterThan(from)
        expect(text.slice(from, to)).toBe(found)
        end = to
      }
    }),
  )
})

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

/** What a pattern that backtracks would take long for: parts of contacts, repeated. */
const parts = [
  'a',
  '1',
  '.',
  '@',
  '(',
  ' ',
  '-',
  '_',
  'é',
  'а',
  '1 ',
  '1.',
  '1/',
  '1,2,',
  '1, ',
  '1o',
  '1😀',
  'a.',
  'a_',
  'a-',
  '@a',
  'a@a ',
  'a(at)',
  'a at a dot ',
  'a punto ',
  'a.com.',
  '1.net',
  'www.',
  'http://',
  'abc#12',
  '1-2-3-4-5-6-7-x',
  '1 - 2 - 3 - 4 - 5 - 6 - 7 - x',
  '1.250.000.',
  '1.250.000 ',
  '1.000 ',
  '12/10 ',
  '12.10.2026-',
  '2019-2020 ',
  'insta ',
  'insta: : ',
  'insta a.',
  'cercami a b ',
  'cercami insta come ',
  'nick ',
  'nick: a',
  'uno due ',
  'e uno e ',
  'uno',
  'gmail ',
  'a gmail ',
  'e ',
]

/** The processor time of this thread: other programs on a busy machine do not count. */
function msOf(text: string): number {
  const before = process.threadCpuUsage()
  hasContact(text)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

it('reads two thousand characters of anything in less than ten milliseconds', () => {
  const texts = [
    ...parts.map((part) => part.repeat(longest)),
    ...parts.flatMap((part) => [
      `@${part.repeat(longest)}`,
      `insta ${part.repeat(longest)}`,
      `1${part.repeat(longest)}`,
    ]),
    ...parts.flatMap((one) => parts.map((other) => one.repeat(15) + other.repeat(longest))),
  ].map((text) => text.slice(0, longest))
  const slow = texts.flatMap((text) => {
    // The least of several: the first ones compile, and beside other work a collection may fall into any of them.
    const times: number[] = []
    while (times.length < 20 && !times.some((ms) => ms <= 10)) times.push(msOf(text))
    return Math.min(...times) > 10 ? [`${text.slice(0, 40)}: ${times.map((ms) => ms.toFixed(1)).join(' ')} ms`] : []
  })
  expect(slow).toEqual([])
})

it.each([
  ['gmail: annarossi88', 'gmail: ••••••'],
  ['scrivi ad annarossi88 su gmail', 'scrivi ad •••••• su gmail'],
  ['la mia mail è anna.rossi g mail com', 'la mia mail è •••••• g mail com'],
  ['scrivimi su gmail anna punto rossi', 'scrivimi su gmail ••••••'],
  ['vai su t me slash anna88', 'vai su ••••••'],
  ['bit ly slash xyz', '••••••'],
  ['wa me barra 39347', '••••••'],
  ['www annarossi it', '••••••'],
  ['http annarossi com', '••••••'],
  ['il mio ig: a.rossi', 'il mio ig: ••••••'],
  ['scrivimi su skype, live:anna.88', 'scrivimi su skype, ••••••'],
])('covers what is written without its signs: %s', (text, masked) => expect(maskContacts(text)).toBe(masked))

it.each([
  'Uso Gmail e Outlook, tu?',
  'La casella gmail è piena',
  'Ho vissuto a Lione: 1990-1995-2000-2005',
  'Mi piace instagram. A presto',
  'http è un protocollo, no?',
  'il www it era nuovo nel 1995',
  'barra a destra e poi slash',
  'Telegram: comodo',
  'WhatsApp: odio!',
  'Instagram: ennuyeux.',
  'Gmail → handy',
  'pi greco è 3.14159265',
  'π = 3,1415926535',
  // Without a sign, a name beside a service reads like a verb: “annarossi gmail” is left, so that this is.
  'preferisco gmail',
])('covers nothing of “%s”', (text) => expect(maskContacts(text)).toBe(text))
