import type { SessionView } from '@incontro/contract'

const reviews = [
  { Utente: 'Martina', Genere: 'F', Età: 34, Stelle: 5, sample: true, Recensione: 'Ci siamo scritti per una settimana, poi un caffè a Trastevere. Nessuna fretta, e mi è piaciuto così.' },
  { Utente: 'Davide', Genere: 'M', Età: 30, Stelle: 3, sample: true, Recensione: 'I filtri per distanza funzionano bene. In provincia però le persone sono ancora poche.' },
  { Utente: 'Elena', Genere: 'F', Età: 38, Stelle: 4, sample: true, Recensione: 'Ho disdetto in due clic, come promesso. Sono tornata dopo l’estate.' },
]

const json = (body: unknown, status = 200) => Response.json(body, { status })

/** The few endpoints the visitor pages need. */
export const answer = (path: string, init: RequestInit | undefined, session: SessionView | null): Response => {
  const { pathname } = new URL(path, 'http://preview')
  if (pathname === '/api/reviews') return json(reviews)
  if (pathname.startsWith('/api/get/regions/')) return json(['Abruzzo', 'Campania', 'Lazio', 'Lombardia', 'Piemonte', 'Sicilia', 'Toscana', 'Veneto'].map((state_title) => ({ state_title })))
  if (pathname.startsWith('/api/get/city/')) return json(['Roma', 'Romagnano Sesia', 'Romano di Lombardia'].map((city_title) => ({ city_title, state_title: 'Lazio', provincia: 'Roma' })))
  if (pathname.startsWith('/api/get/all/')) {
    return json({
      navigation: { profiliVisitati: [], creditiMessaggi: 12, creditiMessaggiAbbonamento: 0, creditiIcebreaker: 3, creditiLike: 5 },
      undreadedMessages: 2, unreadLikes: 2, unreadVisits: 1, profiliLike: [],
    })
  }
  if (pathname === '/api/legal') {
    return json({ title: 'Condizioni d’uso', version: '2026-11', html: '<h2>1. Chi siamo</h2><p>Il servizio è riservato ai maggiorenni.</p><h2 id="billingPolicy">2. Pagamenti</h2><p>Ogni piano dice prima del pulsante quanto costa e se si rinnova.</p>' })
  }
  if (pathname === '/api/users/verify') return json(session ? { ...session, verify: 1 } : { verify: 0 })
  if (pathname === '/api/users/getTokenForReset') return json({ result: 'OK', message: 'email_inviata' })
  if (pathname === '/api/users/authenticate') return json({ type: 'about:blank', title: 'Unauthorized', status: 401, code: '1001', message: 'invalid credentials-1001' }, 401)
  if (pathname === '/api/log/client') return json({ result: 'OK' })
  return json({ type: 'about:blank', title: 'Not found', status: 404, message: `${init?.method ?? 'GET'} ${pathname}` }, 404)
}
