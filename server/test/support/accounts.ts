import type { SignupPayload } from '@incontro/contract'
import type { Answer, CallOptions, TestMember, TestServer } from './test-server.ts'

/** Account actions as an attacker performs them: by forms, email tokens and passwords. */
export function accountsOf(testServer: () => TestServer) {
  let counter = 0
  const address = () => `account.${(counter += 1)}@person.example.com`
  const form = (change: Partial<SignupPayload> = {}): SignupPayload => ({
    email: address(),
    password: 'tre parole a caso',
    age: 30,
    geo: 'Lazio',
    sono: 'uomo',
    cerco: 'donna',
    terms1: true,
    terms2: true,
    terms3: true,
    terms4: true,
    ...change,
  })
  const register = async (payload: SignupPayload, options: CallOptions = {}): Promise<Answer> =>
    testServer().call('/api/users/register', { body: { utente: await testServer().encrypt(payload) }, ...options })
  const post = (path: string, body: object, options: CallOptions = {}): Promise<Answer> =>
    testServer().call(`/api/users/${path}`, { body, ...options })
  const set = (memberId: string, values: object) =>
    testServer().database.db.updateTable('members').set(values).where('id', '=', memberId).execute()
  async function person(): Promise<TestMember> {
    const member = await testServer().member({ confirmed: false })
    await set(member.session.angelId, { email_confirmed_at: new Date() })
    return member
  }
  /** The token of the newest email of a kind to an address. */
  async function tokenIn(kind: string, to: string): Promise<string> {
    const row = await testServer()
      .database.db.selectFrom('emails')
      .select('props')
      .where('kind', '=', kind)
      .where('to_address', '=', to)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return new URL((row.props as { link: string }).link).searchParams.get('token') ?? ''
  }
  const isSignedIn = async (token: string): Promise<boolean> =>
    (await testServer().call('/api/users/sessions', { token })).status === 200
  const knowsPassword = async ({ email, password }: { email: string; password: string }): Promise<boolean> =>
    (await post('authenticate', { email, password })).status === 200

  return { address, form, register, post, set, person, tokenIn, isSignedIn, knowsPassword }
}

/** The real time, shifted inside `later`. */
export function createClock() {
  let travelled = 0
  return {
    clock: () => new Date(Date.now() + travelled),
    async later<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
      travelled = milliseconds
      try {
        return await work()
      } finally {
        travelled = 0
      }
    },
  }
}
