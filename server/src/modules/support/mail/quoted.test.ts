import { expect, it } from 'vitest'
import { withoutQuotation } from './quoted.ts'

const ours = '> Ciao Anna,\n> si rinnova il 3 marzo.'

it.each([
  [
    'Gmail, Italian',
    `Grazie!\n\nIl giorno dom 3 mag 2026 alle ore 10:00 Battito <help@battito.example> ha scritto:\n\n${ours}`,
  ],
  [
    'Gmail, over two lines',
    `Grazie!\n\nOn Sun, 3 May 2026 at 10:00, Battito\n<bounces+abc@mail.example> wrote:\n\n${ours}`,
  ],
  ['Gmail, Spanish', `Grazie!\n\nEl dom, 3 may 2026 a las 10:00, Battito (<help@x.example>) escribió:\n${ours}`],
  ['Gmail, French', `Grazie!\n\nLe dim. 3 mai 2026 à 10:00, Battito <help@x.example> a écrit :\n${ours}`],
  [
    'Apple, without marks',
    `Grazie!\n\nIl giorno 3 mag 2026, alle ore 10:00, Battito ha scritto:\n\nCiao Anna,\nsi rinnova il 3 marzo.`,
  ],
  [
    'Outlook',
    `Grazie!\n\n________________________________\nDa: Battito <help@x.example>\nInviato: domenica 3 maggio 2026 10:00\nA: Anna\n\nCiao Anna`,
  ],
  [
    'Outlook, English',
    `Grazie!\n\nFrom: Battito <help@x.example>\nSent: Sunday, May 3, 2026 10:00\nTo: Anna\n\nCiao Anna`,
  ],
  ['a separator', `Grazie!\n\n-----Messaggio originale-----\nCiao Anna`],
  ['marks without a heading', `Grazie!\n\n${ours}\n`],
  ['a signature below', `Grazie!\n\nOn Sun, 3 May 2026, Battito wrote:\n${ours}\n-- \nAnna\nMilano`],
])('%s: what is repeated is apart', (_, text) => {
  const { body, quoted } = withoutQuotation(text)
  expect(body.replace(/\n+_{20,}$/, '')).toBe('Grazie!')
  expect(quoted).toMatch(/3 marzo|Ciao Anna/)
})

// freescout-help-desk/freescout#349, #2578, #3235, #3314, #4460: what was written there was not shown.
it.each([
  [
    'between the quoted lines',
    `Ciao,\n\nOn Sun, 3 May 2026, Battito wrote:\n> quando?\n\nieri sera\n\n> da quale telefono?\n\nun Android`,
  ],
  ['below the quoted text', `On Sun, 3 May 2026, Battito wrote:\n${ours}\n\nGrazie, ma a che ora?`],
  ['inside the marks', `On Sun, 3 May 2026, Battito wrote:\n>\n> Grazie, ma a che ora?\n> ${ours}`],
  ['after a quotation of their own', `Nelle condizioni leggo:\n> si rinnova ogni mese\nMa io ho pagato tre mesi.`],
  ['with a colon at the end of a line', 'Il problema è questo, come vi ho scritto:\nla pagina resta bianca.'],
  ['as a list of names', 'Da: Roma\nA: Milano\nvorrei cambiare città.'],
])('all is shown of what was written %s', (_, text) => {
  expect(withoutQuotation(text)).toEqual({ body: text.trim(), quoted: null })
})

it('takes no longer for texts that are made to take long', () => {
  const began = performance.now()
  for (const text of [
    'On '.repeat(80_000),
    `${'>'.repeat(250_000)}`,
    'on \n'.repeat(60_000),
    `Il ${'a '.repeat(120_000)}`,
  ])
    withoutQuotation(text)
  expect(performance.now() - began).toBeLessThan(2000)
})
