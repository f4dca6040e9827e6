import { createHmac } from 'node:crypto'
import type { SessionView } from '@incontro/contract'
import { createChallenge, verifySolution } from 'altcha-lib/v1'
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose'

const reviews = [
  {
    Utente: 'Martina',
    Genere: 'F',
    Età: 34,
    Stelle: 5,
    lingua: 'it',
    time: '2026-03-10T12:00:00.000Z',
    sample: true,
    Recensione: 'Ci siamo scritti per una settimana, poi un caffè a Trastevere. Nessuna fretta, e mi è piaciuto così.',
  },
  {
    Utente: 'Davide',
    Genere: 'M',
    Età: 30,
    Stelle: 3,
    lingua: 'it',
    time: '2026-04-10T12:00:00.000Z',
    sample: true,
    Recensione: 'I filtri per distanza funzionano bene. In provincia però le persone sono ancora poche.',
  },
  {
    Utente: 'Elena',
    Genere: 'F',
    Età: 38,
    Stelle: 4,
    lingua: 'it',
    time: '2026-05-10T12:00:00.000Z',
    sample: true,
    Recensione: 'Ho disdetto in due clic, come promesso. Sono tornata dopo l’estate.',
  },
]

const json = (body: unknown, status = 200) => Response.json(body, { status })

const { publicKey, privateKey } = await generateKeyPair('ECDH-ES+A256KW', { crv: 'P-256', extractable: true })
const jwk = { ...(await exportJWK(publicKey)), kid: 'preview', use: 'enc', alg: 'ECDH-ES+A256KW' }
const hmacKey = createHmac('sha256', 'preview').digest('hex')

/**
 * Decrypts the form and plays the server: `known@…` is taken, `proof@…` needs a proof of work, any other address is
 * registered.
 */
const registered = async (body: { utente: string; altcha?: string }) => {
  const { plaintext } = await compactDecrypt(body.utente, privateKey)
  const payload = JSON.parse(new TextDecoder().decode(plaintext)) as { email: string }
  process.stdout.write(`register ${JSON.stringify(payload)}\n`)
  if (payload.email.startsWith('known@'))
    return json(
      { type: 'about:blank', title: 'Conflict', status: 409, code: '1000', message: 'known-1000', field: 'email' },
      409,
    )
  if (payload.email.startsWith('proof@') && !(body.altcha && (await verifySolution(body.altcha, hmacKey)))) {
    return json(
      {
        type: 'about:blank',
        title: 'Forbidden',
        status: 403,
        code: 'challenge_required',
        message: 'Solve a challenge first',
        field: 'altcha',
      },
      403,
    )
  }
  return Response.json({ result: true }, { headers: { 'set-cookie': 'session=preview; Path=/; HttpOnly' } })
}

/** Answers the few endpoints that the visitor pages need. */
export const answer = async (
  path: string,
  init: RequestInit | undefined,
  session: SessionView | null,
): Promise<Response> => {
  const { pathname } = new URL(path, 'http://preview')
  if (pathname === '/api/reviews') return json(reviews)
  if (pathname === '/api/reviews/summary') return json({ count: 3, average: 4, stars: [0, 0, 1, 1, 1], samples: 3 })
  if (pathname === '/api/reviews/own')
    return json({
      state: 'none',
      reason: null,
      stars: null,
      text: '',
      may: true,
      why: [],
      from: '2026-03-01T12:00:00.000Z',
    })
  if (pathname === '/api/claims') return json([])
  if (pathname.startsWith('/api/get/regions/'))
    return json(
      ['Abruzzo', 'Campania', 'Lazio', 'Lombardia', 'Piemonte', 'Sicilia', 'Toscana', 'Veneto'].map((state_title) => ({
        state_title,
      })),
    )
  if (pathname.startsWith('/api/get/city/'))
    return json(
      ['Roma', 'Romagnano Sesia', 'Romano di Lombardia'].map((city_title) => ({
        city_title,
        state_title: 'Lazio',
        provincia: 'Roma',
      })),
    )
  if (pathname.startsWith('/api/get/all/')) {
    return json({
      navigation: {
        profiliVisitati: [],
        creditiMessaggi: 12,
        creditiMessaggiAbbonamento: 0,
        creditiIcebreaker: 3,
        creditiLike: 5,
      },
      undreadedMessages: 2,
      unreadLikes: 2,
      unreadVisits: 1,
      profiliLike: [],
    })
  }
  if (pathname === '/api/legal') {
    return json({
      title: 'Condizioni d’uso',
      version: '2026-11',
      html: '<h2>1. Chi siamo</h2><p>Il servizio è riservato ai maggiorenni.</p><h2 id="billingPolicy">2. Pagamenti</h2><p>Ogni piano dice prima del pulsante quanto costa e se si rinnova.</p>',
    })
  }
  if (pathname === '/.well-known/jwks.json') return json({ keys: [jwk] })
  if (pathname === '/api/challenge')
    return json({ maxnumber: 20000, ...(await createChallenge({ hmacKey, maxnumber: 20000 })) })
  if (pathname === '/api/users/register') return registered(JSON.parse(String(init?.body)) as { utente: string })
  if (pathname === '/api/users/verify') return json(session ? { ...session, verify: 1 } : { verify: 0 })
  if (pathname === '/api/users/getTokenForReset') return json({ result: 'OK', message: 'email_inviata' })
  if (pathname === '/api/users/authenticate')
    return json(
      { type: 'about:blank', title: 'Unauthorized', status: 401, code: '1001', message: 'invalid credentials-1001' },
      401,
    )
  if (pathname === '/api/log/client') return json({ result: 'OK' })
  return json(
    { type: 'about:blank', title: 'Not found', status: 404, message: `${init?.method ?? 'GET'} ${pathname}` },
    404,
  )
}
