import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideReview } from '#test/support/decide-review.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { acquaint } from './paths.ts'
import { openVisitor, type Page } from './visitor.ts'
import { webBuild } from './web-build.ts'

/* A review without script, from link to last button; e2e/reviews.test.ts covers it with script. */

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ webBuild: webBuild() })
})
afterAll(() => testServer?.close())

let port = 20_000
/** The page of a fresh site: lists are cached for some seconds per site. */
const published = async (): Promise<string> => {
  port += 1
  return (await testServer.call('/reviews', { headers: { host: `localhost:${port}` } })).body
}

test('a review is written, refused, rewritten, published and withdrawn', async () => {
  const [him, her] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  await acquaint(him, her)
  await testServer.database.pool.query(
    "update members set created_at = now() - interval '8 days' where brand_id = 'local'",
  )
  const visitor = openVisitor(testServer)
  visitor.signIn(her.token)
  const [form = ''] = (await visitor.open('/reviews')).links('/reviews/write')
  const write = async (page: Page, text: string) => visitor.send(page, 'text', { stars: '5', text })

  const short = await write(await visitor.open(form), 'Breve.')
  expect(short.said('alert')).toContain('almeno 20 caratteri')
  expect(short.forms.flatMap(({ values }) => values)).toEqual(
    expect.arrayContaining([
      ['stars', '5'],
      ['text', 'Breve.'],
    ]),
  )
  const waits = await write(short, 'Ho conosciuto una persona gentile.\nCi vediamo ancora.')
  expect(waits.words).toContain('l’abbiamo ricevuta')

  await decideReview(testServer, 'refuse', '--reason', 'off_topic')
  const refused = await visitor.open(form)
  expect(refused.words).toContain('Testi che non parlano della tua esperienza con il servizio')
  const better = 'Ho conosciuto una persona gentile su questo sito.\nCi vediamo ancora.'
  expect((await write(refused, better)).words).toContain('l’abbiamo ricevuta')
  await decideReview(testServer, 'publish')
  expect(await published()).toContain('una persona gentile su questo sito')

  const own = await visitor.open(form)
  const withdrawn = await visitor.send({ ...own, forms: own.forms.filter(({ fields }) => !fields.has('text')) })
  expect(withdrawn.forms.some(({ fields }) => fields.has('text'))).toBe(true)
  expect(await published()).not.toContain('una persona gentile su questo sito')
})
