import { createPasskey, usePasskey } from '#modules/identity/passkeys/testing/software-authenticator.ts'
import { walkThroughProvider } from '../../../sandbox/src/testing/openid-browser.ts'
import { makeLinkToken } from '#modules/identity/links/tokens.ts'
import { invitationFor } from '#test/support/invitation.ts'
import { recording } from './recording.ts'
import type { Player } from './stage.ts'

recording('sign-in', async (stage) => {
  const { server } = stage
  const form = (email: string, change: object = {}) => ({
    email,
    password: 'tre parole a caso',
    age: 30,
    geo: 'Lazio',
    city: 'Roma',
    sono: 'donna',
    cerco: 'uomo',
    terms1: true,
    terms2: true,
    terms3: true,
    terms4: true,
    username: 'Nuova',
    ...change,
  })
  const bearer = { 'x-session': 'bearer' }
  const register = async (payload: object, more: object = {}) =>
    stage.ask(null, 'register', { body: { utente: await server.encrypt(payload) }, shown: payload, ...more })
  /** The token of the newest email to an address that leads to a page. */
  const tokenTo = (page: string, to: string): string => {
    const [link] = server.sandbox.sandbox.state.mails
      .newest()
      .filter((mail) => mail.to === to)
      .flatMap(({ links }) => links)
      .filter((one) => one.includes(`/${page}?`))
    return new URL(link ?? 'http://none').searchParams.get('token') ?? ''
  }

  stage.heading('Signing up')
  const { body: nuova } = await register(form('Nuova@person.example.com'), { headers: bearer })
  await register(form('nuova@person.example.com'))
  await register(form('nuova@person.example.com', { password: 'un altro segreto' }))
  await register(form('nuova@person.example.com'), { host: 'battito.localhost' })
  await register(form('vuota@person.example.com', { username: '', language: 'en', campid: 'c1', source: 'ads' }))
  for (const change of [
    { age: 17 },
    { terms3: false },
    { email: 'no' },
    { password: 'corta' },
    { geo: 'Nowhere' },
    { email: 'x@mailinator.com' },
    { sono: undefined },
  ])
    await register(form('altra@person.example.com', change))
  await stage.work()

  stage.heading('Confirming')
  const player = { ...(await stage.player('reader', { gender: 'woman', confirmed: false })) }
  await stage.ask(player, 'resendConfirmation', { body: {} })
  await stage.ask(player, 'resendConfirmation', { body: {} })
  await stage.ask(null, 'confirmEmail', { body: { token: 'x' } })
  const sent = tokenTo('confirmEmail', 'nuova@person.example.com')
  await stage.ask({ ...player, token: nuova.token }, 'confirmEmail', { body: { token: sent }, headers: bearer })
  await stage.ask(null, 'confirmEmail', { body: { token: sent } })
  await stage.work()
  await stage.ask(null, 'confirmEmail', { body: { token: tokenTo('confirmEmail', 'reader@person.example.com') } })

  stage.heading('Passwords')
  const marco = await stage.player('marco')
  await stage.connect(marco)
  const off = await stage.player('off', { set: { state: 'deactivated' } })
  const banned = await stage.player('banned', { set: { state: 'suspended' } })
  const authenticate = (email: string, password: string, more: object = {}) =>
    stage.ask(null, 'authenticate', { body: { email, password }, ...more })
  await authenticate('MARCO@person.example.com', marco.password, { headers: { 'user-agent': 'first browser' } })
  const { body: second } = await authenticate(marco.email, marco.password, {
    headers: { ...bearer, 'user-agent': 'second browser' },
  })
  await authenticate(marco.email, 'wrong')
  await authenticate('nobody@person.example.com', 'wrong')
  await authenticate(marco.email, marco.password, { host: 'battito.localhost' })
  await authenticate(off.email, off.password)
  await authenticate(banned.email, banned.password)
  await authenticate('', marco.password)
  await stage.ask(marco, 'verify', { body: {} })
  await stage.ask(off, 'verify', { body: {} })
  await stage.ask(null, 'verify', { body: {} })
  const { body: sessions } = await stage.ask(marco, 'sessions')
  await stage.ask(off, 'revokeSession', { params: { id: sessions[0].id } })
  await stage.ask(player, 'revokeSession', { params: { id: sessions[0].id } })
  await stage.ask({ ...marco, token: second.token }, 'sessions')
  await stage.ask(marco, 'revokeSession', {
    params: { id: sessions.find((one: { current: boolean }) => !one.current).id },
  })
  await stage.ask(marco, 'sessions')
  for (const email of [marco.email, 'nobody@person.example.com', off.email, ''])
    await stage.ask(null, 'getTokenForReset', { body: { email } })
  await stage.work()
  const reset = tokenTo('resetPassword', marco.email)
  await stage.ask(null, 'resetLink', { body: { token: reset } })
  await stage.ask(null, 'resetLink', { body: { token: 'x' } })
  await stage.ask(null, 'changePassword', { body: { password: 'corta', token: reset } })
  await stage.ask(null, 'changePassword', { body: { password: 'un nuovo segreto', token: reset } })
  await stage.ask(null, 'changePassword', { body: { password: 'un nuovo segreto', token: reset } })
  await stage.ask(null, 'resetLink', { body: { token: reset } })
  await authenticate(marco.email, marco.password)
  const { body: again } = await authenticate(marco.email, 'un nuovo segreto', { headers: bearer })
  const signedIn = { ...marco, token: String(again.token) }
  await stage.work()

  stage.heading('Passkeys')
  const origin = server.url
  const { body: options } = await stage.ask(signedIn, 'passkeyCreationOptions', { body: {} })
  const made = createPasskey(options, origin)
  const { body: added } = await stage.ask(signedIn, 'addPasskey', {
    body: { credential: made.credential, name: 'Mia' },
    shown: 'the passkey',
  })
  await stage.ask(signedIn, 'passkeys')
  await stage.ask(signedIn, 'renamePasskey', { params: { id: added.id }, body: { name: 'Telefono' } })
  await stage.ask(player, 'renamePasskey', { params: { id: added.id }, body: { name: 'Sua' } })
  const requested = await stage.ask(null, 'passkeyRequestOptions', { body: {} })
  const cookie = requested.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const assertion = { credential: usePasskey(made.passkey, requested.body, origin) }
  await stage.ask(null, 'authenticateWithPasskey', {
    body: assertion,
    shown: 'the passkey',
    headers: { cookie, origin, ...bearer },
  })
  await stage.ask(null, 'authenticateWithPasskey', {
    body: assertion,
    shown: 'the passkey again',
    headers: { cookie, origin },
  })
  await stage.ask(player, 'removePasskey', { params: { id: added.id } })
  await stage.ask(signedIn, 'removePasskey', { params: { id: added.id } })

  stage.heading('Google')
  const cookies = new Map<string, string>()
  const headers = () => ({ origin, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') })
  const browse = async (
    route: Parameters<typeof stage.ask>[1],
    body: unknown,
    shown: unknown = body,
    who: Player | null = null,
  ) => {
    const answer = await stage.ask(who, route, { ...(body === undefined ? {} : { body }), shown, headers: headers() })
    for (const one of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const through = async (email: string, who: Player | null = null) => {
    const { body } = await browse('googleStart', { next: '/chats', ...(who ? { link: true } : {}) }, undefined, who)
    return Object.fromEntries((await walkThroughProvider(body.url, { email, name: 'Gino' })).searchParams)
  }
  await browse('google', await through('gino@person.example.com'), 'what Google sent back with')
  await browse('googleNewcomer', undefined)
  const { email: _email, password: _password, ...rest } = form('')
  await browse('googleComplete', { ...rest, sono: 'uomo', cerco: 'donna' })
  await browse('googleLink', undefined)
  await browse('googleUnlink', undefined)
  cookies.delete('__Host-session')
  await browse('google', await through('linked@person.example.com', signedIn), 'what Google sent back with', signedIn)
  await browse('googleLink', undefined, undefined, signedIn)
  await browse('googleUnlink', undefined, undefined, signedIn)
  await browse('googleHome', await through('marco@person.example.com'), 'what Google sent back with')
  await stage.work()

  stage.heading('Links and invitations')
  const path = new URL(await invitationFor(server, 'ospite@person.example.com'), server.url)
  const invitation = path.searchParams.get('token') ?? ''
  stage.name(invitation, 'invitation')
  await stage.ask(null, 'invitation', { body: { token: invitation } })
  await stage.ask(null, 'invitation', { body: { token: invitation }, host: 'battito.localhost' })
  const invited = async (token: string, email: string) =>
    stage.ask(null, 'extSignRegister', {
      body: { utente: await server.encrypt({ ...form(email), token }) },
      shown: { email, token },
    })
  await invited('x', 'ospite@person.example.com')
  await invited(invitation, 'altro@person.example.com')
  await invited(invitation, 'ospite@person.example.com')
  await invited(invitation, 'ospite@person.example.com')
  const link = async (who: Player) =>
    makeLinkToken(server.database.db, {
      purpose: 'autologin',
      brandId: 'local',
      memberId: who.id,
      email: who.email,
      at: stage.clock.now(),
    })
  const token = await link(marco)
  await stage.ask(null, 'autoLogin', { body: { token }, host: 'battito.localhost' })
  await stage.ask(null, 'autoLogin', { body: { token, clickid: marco.tracker } })
  await stage.ask(null, 'autoLogin', { body: { token } })
  await stage.ask(null, 'autoLoginAgain', { body: { token, red: 'x' } })
  const old = await link(marco)
  await stage.later(73 * 3_600_000)
  await stage.ask(null, 'autoLogin', { body: { token: old } })
  await stage.ask(null, 'autoLoginAgain', { body: { token: old } })
  await stage.ask(null, 'autoLogin', { body: { token: await link(off) } })
  await stage.ask(null, 'autoLogin', { body: { token: 'x' } })
  await stage.ask(null, 'autoLoginAgain', { body: { token: 'x' } })
  await stage.ask(null, 'invitation', { body: { token: 'x' } })
  await stage.ask(signedIn, 'logout', { body: {} })
  await stage.ask(signedIn, 'verify', { body: {} })
  await stage.ask(null, 'logout', { body: {} })
})
