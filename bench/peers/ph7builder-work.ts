import { messageText } from './message-text.ts'
import { ask, type Answer, type Asked } from './requests.ts'
import { emailOf, usernameOf } from './ph7builder-rows.ts'
import { memberPassword, type Ph7builder } from './ph7builder.ts'

/* What a member of pH7Builder does, as requests of a browser without those for pictures, scripts and styles. */

export interface SignedIn {
  readonly n: number
  readonly cookie: string
}

/** Signs a member in by the form of the site. */
export async function signIn({ origin }: Ph7builder, n: number): Promise<SignedIn> {
  const jar = new Map<string, string>()
  const take = (cookies: readonly string[]): void => {
    for (const one of cookies) {
      const [name = '', value = ''] = (one.split(';')[0] ?? '').split('=')
      jar.set(name, value)
    }
  }
  const cookie = (): string => [...jar].map((pair) => pair.join('=')).join('; ')
  take((await ask(origin, { path: '/login', headers: {} })).cookies)
  const form = { submit_login_user: 'form_login_user', mail: emailOf(n), password: memberPassword }
  const sent = await ask(origin, post('/login', cookie(), form))
  take(sent.cookies)
  if (sent.status !== 301 || sent.location?.endsWith('/login'))
    throw new Error(`${emailOf(n)} was not signed in: ${sent.status} ${sent.location} ${sent.text().slice(0, 2000)}`)
  // The site keeps each form that it shows in the session, and takes only such.
  const shown = await ask(origin, { path: '/mail/compose', headers: { cookie: cookie() } })
  if (!shown.text().includes('form_compose_mail')) throw new Error(`no form for a message: ${shown.text()}`)
  return { n, cookie: cookie() }
}

const post = (path: string, cookie: string, form: Readonly<Record<string, string>>): Omit<Asked, 'isRight'> => ({
  method: 'POST',
  path,
  headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(form).toString(),
})

/** Whether a page has something often enough and ends as it should: it has status 200 also when its script fails midway. */
function isWhole(answer: Answer, has: string, times: number): boolean {
  const text = answer.text()
  return text.split(has).length > times && text.trimEnd().endsWith('</html>')
}

/** The units of work for `rateOf`, each done by one of the members after the other. */
export function workOf(members: readonly SignedIn[]) {
  const by = (n: number): SignedIn => members[n % members.length] as SignedIn
  const otherOf = (n: number): number => by(n).n + 1
  return {
    home: () => [
      {
        path: '/',
        headers: {},
        isRight: (answer) => answer.status === 200 && isWhole(answer, 'form_join_user', 1),
      },
    ],
    list: (n) => [
      {
        path: '/meet-people',
        headers: { cookie: by(n).cookie },
        isRight: (answer) => answer.status === 200 && isWhole(answer, 'thumb_photo', 10),
      },
    ],
    profile: (n) => [
      {
        // The page to which /@username leads; its row is one after the member's number.
        path: `/new-profile/${otherOf(n) + 1}`,
        headers: { cookie: by(n).cookie },
        isRight: (answer) => answer.status === 200 && isWhole(answer, `Bench ${otherOf(n)}`, 1),
      },
    ],
    mail: (n) => [
      {
        ...post('/mail/compose', by(n).cookie, {
          submit_compose_mail: 'form_compose_mail',
          recipient: usernameOf(otherOf(n)),
          title: 'Ciao',
          message: messageText(),
        }),
        isRight: (answer) => answer.status === 301 && /\/mail$|\/mail\/main/.test(answer.location ?? ''),
      },
    ],
    instant: (n) => [
      {
        ...post('/im/asset/ajax/Messenger/?act=send', by(n).cookie, {
          to: usernameOf(otherOf(n)),
          message: messageText(),
        }),
        isRight: (answer) => answer.status === 200 && answer.text().includes('Ciao, come stai?'),
      },
    ],
  } satisfies Record<string, (n: number) => readonly Asked[]>
}
