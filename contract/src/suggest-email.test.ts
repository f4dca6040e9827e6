import { describe, expect, it } from 'vitest'
import { emailProviders, lookAlikes, ordinaryWords } from './email-providers.ts'
import { suggestEmail } from './suggest-email.ts'

const meantBy = (domain: string, country?: string) => suggestEmail(`nome.cognome@${domain}`, country)?.split('@')[1]

it.each([
  ['gmail.con', 'gmail.com'],
  ['gmail.co', 'gmail.com'],
  ['gmail.cm', 'gmail.com'],
  ['gmail.comm', 'gmail.com'],
  ['gmail.it', 'gmail.com'],
  ['gamil.com', 'gmail.com'],
  ['gmial.com', 'gmail.com'],
  ['gmal.com', 'gmail.com'],
  ['gnail.com', 'gmail.com'],
  ['gmaill.com', 'gmail.com'],
  ['gamil.con', 'gmail.com'],
  ['gmail,com', 'gmail.com'],
  ['gmail..com', 'gmail.com'],
  ['gmail.com.', 'gmail.com'],
  ['gmailcom', 'gmail.com'],
  ['gmail', 'gmail.com'],
  ['hotmial.it', 'hotmail.it'],
  ['hotmil.fr', 'hotmail.fr'],
  ['otmail.com', 'hotmail.com'],
  ['hotmail.co.u', 'hotmail.co.uk'],
  ['outlok.com', 'outlook.com'],
  ['outllok.it', 'outlook.it'],
  ['yaho.com', 'yahoo.com'],
  ['yhaoo.es', 'yahoo.es'],
  ['yahoo.ed', 'yahoo.es'],
  ['iclod.com', 'icloud.com'],
  ['libero.ti', 'libero.it'],
  ['libero.itt', 'libero.it'],
  ['lbero.it', 'libero.it'],
  ['virgillio.it', 'virgilio.it'],
  ['alice.ti', 'alice.it'],
  ['orange.ft', 'orange.fr'],
  ['free.rf', 'free.fr'],
  ['lapsote.net', 'laposte.net'],
  ['wandoo.fr', 'wanadoo.fr'],
  ['btinternt.com', 'btinternet.com'],
  ['eircom.ne', 'eircom.net'],
  ['eircom.con', 'eircom.net'],
  ['gimail.com', 'gmail.com'],
  ['iclould.com', 'icloud.com'],
  ['icould.com', 'icloud.com'],
  ['yahoo.it.it', 'yahoo.it'],
])('asks whether %s meant %s', (typed, meant) => expect(meantBy(typed)).toBe(meant))

it('prefers the providers of the visitor’s country where two are as near', () => {
  expect([meantBy('yahoo.i', 'IT'), meantBy('yahoo.i', 'IE')]).toEqual(['yahoo.it', 'yahoo.ie'])
})

it('keeps the part before the at sign', () => {
  expect(suggestEmail('o.neil+tag@gmail.con')).toBe('o.neil+tag@gmail.com')
  expect([suggestEmail('@gmail.con'), suggestEmail('a@b@gmail.con'), suggestEmail('gmail.con')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

describe('real domains', () => {
  /** Mailboxes of other countries, companies, universities, words beside a provider's name. */
  const real =
    'gmx.at gmx.ch gmx.es mail.de freenet.de t-online.de posteo.de mailbox.org hotmail.de hotmail.be hotmail.nl hotmail.ch hotmail.se ' +
    'live.nl live.be live.ca live.com.mx outlook.de outlook.pt outlook.com.br outlook.com.au yahoo.de yahoo.ca yahoo.in yahoo.co.in ' +
    'yahoo.co.jp yahoo.com.br yahoo.com.ar yahoo.com.mx aol.de aol.fr msn.cn yandex.ru yandex.com.tr ya.ru bk.ru inbox.ru list.ru ' +
    'inbox.lv seznam.cz wp.pl o2.pl onet.pl interia.pl centrum.cz abv.bg sapo.pt iol.pt bluewin.ch skynet.be telenet.be ziggo.nl kpnmail.nl ' +
    'rediffmail.com hushmail.com tuta.com tuta.io pm.me hey.com duck.com qq.com 163.com 126.com naver.com daum.net ' +
    'cloud.com email.com fmail.com ymail.com libero.com libera.it libro.it liber.it laposte.fr orange.com orange.es orange.pl free.com ' +
    'sky.it sky.de tin.com tim.com tim.com.br vodafone.es vodafone.com poste.com telefonica.com telefonia.es movistar.com ono.es terra.com ' +
    'terra.com.br aruba.com alice.fr malice.it slice.it alive.it grange.fr range.fr photon.me me.it mac.it web.com web.it mail.it mail.co ' +
    'unibo.it polimi.it unimi.it uniroma1.it ucm.es upm.es sorbonne.fr ens.fr ox.ac.uk cam.ac.uk tcd.ie ucd.ie bbc.co.uk nhs.net hse.ie ' +
    'comune.milano.it regione.lazio.it esa.int un.org studio-rossi.it rossi.eu officina.net company.co startup.io apple.com google.com ' +
    'microsoft.com amazon.it paypal.com ebay.it fiat.it eni.com enel.com generali.com example.com example.org test.example'
  it.each(real.split(' '))('%s is not questioned', (domain) => {
    for (const country of ['IT', 'ES', 'FR', 'GB', 'IE']) expect(meantBy(domain, country)).toBeUndefined()
  })

  it('nor is any provider of the list', () => {
    for (const domain of Object.values(emailProviders).flatMap((domains) => domains.split(' ')))
      expect(meantBy(domain)).toBeUndefined()
  })
})

it('finds every provider with a longer name after one slip: two letters swapped, one missing, one doubled', () => {
  for (const domain of Object.values(emailProviders).flatMap((domains) => domains.split(' '))) {
    const [name = '', ...rest] = domain.split('.')
    if (name.length < 5 || ordinaryWords.has(name)) continue
    for (let at = 1; at < name.length - 1; at++) {
      const slips = [
        `${name.slice(0, at)}${name[at + 1]}${name[at]}${name.slice(at + 2)}`,
        `${name.slice(0, at)}${name.slice(at + 1)}`,
        `${name.slice(0, at)}${name[at]}${name.slice(at)}`,
      ]
      for (const slip of slips.filter((one) => one !== name && !lookAlikes.has(one)))
        expect([slip, meantBy([slip, ...rest].join('.'))]).toEqual([slip, domain])
    }
  }
})
