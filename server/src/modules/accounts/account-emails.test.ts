import { encodeRed } from '@incontro/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { googlePath, openVisitor } from '#modules/identity/google/testing/visitor.ts'
import { makeLinkToken, type LinkPurpose } from '#modules/identity/links/tokens.ts'
import { createPasskey } from '#modules/identity/passkeys/testing/software-authenticator.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import { suspendMember } from './index.ts'

const flows = checkedInFlows()
const enqueueEmail = emailQueue(() => new Date())

/* Every email about an account: recipient, language, brand and link. No job runs, so what is queued stays. */

const host = 'battito.localhost'
const now = new Date()
const clock = () => now
let testServer: TestServer
let origin: string
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false, clock })
  origin = `http://${host}:${new URL(testServer.url).port}`
})
afterAll(() => testServer.close())

const idOf = ({ session }: TestMember) => session.angelId
const newMember = (form: object = {}, confirmed = true) =>
  testServer.member({ host, confirmed, form: { language: 'fr', ...form } })
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const post = (path: string, body: object, token?: string) =>
  testServer.call(`/api/users/${path}`, {
    body,
    host,
    headers: { 'x-session': 'bearer', 'user-agent': agent },
    ...(token === undefined ? {} : { token }),
  })
/** Signs in from a new browser. */
const signIn = async ({ password }: TestMember, email: string): Promise<string> =>
  (await post('authenticate', { email, password })).body.token
const tokenFor = (member: TestMember, purpose: LinkPurpose, email = member.email) =>
  makeLinkToken(testServer.database.db, { purpose, brandId: 'battito', memberId: idOf(member), email, at: now })

/** The emails queued since the last call, with link tokens removed. */
async function written() {
  const { rows } = await testServer.database.pool.query<{ kind: string; props: { link?: string } }>(
    `delete from emails where brand_id in ('battito', 'local')
     returning brand_id, member_id, kind, to_address, locale, props`,
  )
  return rows
    .map(({ props, ...row }) => ({
      ...row,
      props: props.link ? { ...props, link: props.link.replace(/token=[\w-]{43}/, 'token=…') } : props,
    }))
    .toSorted((a, b) => a.kind.localeCompare(b.kind))
}
const email = (member: TestMember, kind: string, props: object, to = member.email) => ({
  brand_id: 'battito',
  member_id: idOf(member),
  kind,
  to_address: to,
  locale: 'fr',
  props,
})

it('announces a change of address to the new one, then to the old one with a link to undo it', async () => {
  const member = await newMember()
  const to = 'nouvelle@person.example.com'
  await post('changeEmail', { oldEmail: member.email, newEmail: to, password: member.password }, member.token)
  expect(await written()).toEqual([
    email(member, 'confirm-new-email', { link: `${origin}/confirmNewEmail?token=…` }, to),
  ])
  await post('confirmNewEmail', { token: await tokenFor(member, 'change_email', to) })
  expect(await written()).toEqual([
    email(member, 'email-changed', {
      newEmail: 'n•••@person.example.com',
      link: `${origin}/undoEmailChange?token=…`,
    }),
  ])
  await post('undoEmailChange', { token: await tokenFor(member, 'undo_email_change') })
  expect(await written()).toEqual([email(member, 'reset-password', { link: `${origin}/resetPassword?token=…` })])
})

it('undoing the change on a suspended account brings no password link, but one to the reasons', async () => {
  const member = await newMember()
  await testServer.database.db
    .updateTable('members')
    .set({ state: 'suspended' })
    .where('id', '=', idOf(member))
    .execute()
  await post('undoEmailChange', { token: await tokenFor(member, 'undo_email_change') })
  const link = `${origin}/cases?token=…`
  expect(await written()).toEqual([email(member, 'email-change-undone', { closed: 'suspended', link })])
})

it('announces a new browser, a deletion, its cancellation, a deactivation and a suspension, with links that work for the member', async () => {
  const member = await newMember()
  const link = `${origin}/forgotPassword`
  const token = await signIn(member, member.email)
  expect(await written()).toEqual([
    email(member, 'new-device', { at: now.toISOString(), browser: 'Firefox', system: 'Linux', link }),
  ])
  const asked = await post('deletion', { clickid: member.session.clickid, password: member.password }, token)
  const erasedOn = new Date(now.getTime() + 30 * 86_400_000).toISOString()
  expect(asked.body).toEqual({ result: 'OK', erasedOn })
  expect(await written()).toEqual([
    email(member, 'deletion-started', { erasedOn, planEndsAt: null, link: `${origin}/cancelDeletion?token=…` }),
  ])
  await post('cancelDeletion', { token: await tokenFor(member, 'keep_account') })
  expect(await written()).toEqual([email(member, 'account-restored', { link: `${origin}/login` })])
  await post('disableProfile', { clickid: member.session.clickid }, await signIn(member, member.email))
  expect(await written()).toEqual([email(member, 'account-disabled', { by: 'member', reason: null, planEndsAt: null })])
  const other = await newMember()
  await testServer.database.db
    .transaction()
    .execute((tx) =>
      suspendMember(
        tx,
        { clock, enqueueEmail, flows },
        { memberId: idOf(other), madeBy: 'command:reports', reason: 'spam' },
      ),
    )
  expect(await written()).toEqual([
    email(other, 'account-disabled', { by: 'support', reason: 'spam', planEndsAt: null }),
  ])
})

it('deletes an account with an unconfirmed address without an email', async () => {
  const member = await newMember({}, false)
  const { status } = await post(
    'deletion',
    { clickid: member.session.clickid, password: member.password },
    member.token,
  )
  expect([status, await written()]).toEqual([200, []])
})

it('sends repeated links and the warning about password guesses to the member of that brand', async () => {
  const [member, open] = [await newMember(), await newMember({}, false)]
  await testServer.member({ form: { email: member.email } })
  const payload = { brandId: 'battito', email: member.email, origin }
  const job = { attempt: 1, last: false }
  await testServer.context.jobs.handlers['identity-reset']?.(payload, job)
  expect(await written()).toEqual([email(member, 'reset-password', { link: `${origin}/resetPassword?token=…` })])
  for (let n = 0; n < 10; n += 1) await post('authenticate', { email: member.email, password: `not this ${n}` })
  await testServer.context.jobs.handlers['identity-guesses']?.(payload, job)
  const link = `${origin}/forgotPassword`
  expect(await written()).toEqual([email(member, 'password-guesses', { at: now.toISOString(), link })])

  const search = `red=${encodeRed('/find')}&clickid=${member.session.clickid}`
  for (const red of [undefined, '', 'x'])
    await post('autoLogin/again', { token: await tokenFor(member, 'autologin'), ...(red === undefined ? {} : { red }) })
  const signInLink = email(member, 'sign-in-link', { link: `${origin}/autologin?token=…&${search}` })
  expect(await written()).toEqual([signInLink, signInLink, signInLink])
  // Another purpose, another brand and a closed account get no email, although no limit is reached.
  const reset = await tokenFor(open, 'reset_password')
  await post('autoLogin/again', { token: reset })
  const token = await tokenFor(open, 'autologin')
  await testServer.call('/api/users/autoLogin/again', { body: { token } })
  await testServer.database.db.updateTable('members').set({ state: 'suspended' }).where('id', '=', idOf(open)).execute()
  await post('autoLogin/again', { token })
  expect(await written()).toEqual([])
})

it('sends a confirmation up to three times an hour, with its own text when registering again, and not once confirmed', async () => {
  const [member, confirmed, third] = [await newMember({}, false), await newMember(), await newMember({}, false)]
  const again = async (who: TestMember) => (await post('resendConfirmation', {}, who.token)).status
  const statuses = []
  for (let n = 0; n < 4; n += 1) statuses.push(await again(member))
  expect([...statuses, await again(confirmed), await again(third)]).toEqual([200, 200, 200, 429, 409, 200])
  const link = `${origin}/confirmEmail?token=…`
  expect(await written()).toEqual([
    ...Array.from({ length: 3 }, () => email(member, 'confirm-email', { link })),
    email(third, 'confirm-email', { link }),
  ])
  const utente = await testServer.encrypt({
    email: third.email,
    password: 'un tout autre mot',
    age: 30,
    geo: 'Lazio',
    sono: 'uomo',
    cerco: 'donna',
    terms1: true,
    terms2: true,
    terms3: true,
    terms4: true,
  })
  expect((await post('register', { utente })).body.code).toBe('1009')
  expect(await written()).toEqual([email(third, 'registered-again', { link })])
})

it('announces an added or removed sign-in method to the member’s own address', async () => {
  const member = await newMember()
  const options = (await post('passkeys/options', {}, member.token)).body
  const { credential } = createPasskey(options, origin)
  const { id } = (await post('passkeys', { credential }, member.token)).body
  await testServer.call(`/api/users/passkeys/${id}`, { method: 'DELETE', token: member.token, host })
  const passkeys = { link: `${origin}/settings/security#passkeys` }
  expect(await written()).toEqual([
    email(member, 'passkey-added', passkeys),
    email(member, 'passkey-removed', passkeys),
  ])
  // The external account's address does not matter.
  await openVisitor(testServer, host).enter({ email: 'autre@person.example.com' }, { link: true }, member.token)
  await testServer.call(googlePath, { method: 'DELETE', token: member.token, host })
  const google = { link: `${origin}/settings/security#google` }
  expect(await written()).toEqual([email(member, 'google-linked', google), email(member, 'google-unlinked', google)])
})
