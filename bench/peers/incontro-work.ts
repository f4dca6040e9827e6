import { randomUUID } from 'node:crypto'
import { sessionCookie } from '#server/modules/identity/index.ts'
import type { Person } from '../parts/people.ts'
import { messageText } from './message-text.ts'
import type { Asked } from './requests.ts'

/* What a member of Incontro does, as requests of a browser without those for pictures, scripts and styles. */

/** The units of work for `rateOf`, each done by one of the men after the other, who look at and write to a woman each. */
export function workOf(men: readonly Person[], women: readonly Person[]) {
  const by = (n: number): Person => men[n % men.length] as Person
  const otherOf = (n: number): Person => women[n % women.length] as Person
  const headersOf = (n: number): Record<string, string> => ({ cookie: `${sessionCookie}=${by(n).token}` })
  const page = (n: number, path: string, has: string): Asked => ({
    path,
    headers: headersOf(n),
    isRight: (answer) => answer.status === 200 && answer.text().includes(has),
  })
  const post = (n: number, path: string, body: object, has: string): Asked => ({
    method: 'POST',
    path,
    headers: { authorization: `Bearer ${by(n).token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    isRight: (answer) => answer.status < 300 && answer.text().includes(has),
  })
  return {
    home: () => [
      {
        path: '/',
        headers: {},
        isRight: (answer) => answer.status === 200 && answer.text().includes('href="/signup'),
      },
    ],
    list: (n) => [page(n, '/find', '/user/')],
    // The page reports that it was opened.
    profile: (n) => [
      // Only a page with the profile leads to the conversation.
      page(n, `/user/${otherOf(n).id}`, `/chats/${otherOf(n).id}`),
      post(n, '/api/collect/visited', { trackerId: by(n).clickid, angelId: otherOf(n).id }, ''),
      post(n, '/api/log/event', { clickid: by(n).clickid, angelId: otherOf(n).id, type: 'vista_profilo' }, ''),
    ],
    message: (n) => [
      post(
        n,
        '/api/events',
        {
          event: 'chat',
          payload: {
            msg: messageText(),
            trackerId: by(n).clickid,
            angelId: otherOf(n).id,
            clientMessageId: randomUUID(),
          },
        },
        '"ok":true',
      ),
    ],
  } satisfies Record<string, (n: number) => readonly Asked[]>
}
