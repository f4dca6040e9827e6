import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { MemberWish, TestMember } from '../../server/test/test-server.ts'
import { sessionCookie } from '../../server/src/modules/identity/sessions/credentials.ts'
import type { Product } from './product.ts'
import { recordProblems } from './page-problems.ts'

export const sizes = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const satisfies Record<string, BrowserContextOptions>

/** A browser of its own, Italian unless said otherwise. */
export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  /** What went wrong in any of its pages. */
  readonly problems: string[]
}

export async function openVisitor(product: Product, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await product.browser.newContext({
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    reducedMotion: 'reduce',
    // It would answer for files that a test holds back. Tests of what happens without network allow it.
    serviceWorkers: 'block',
    ...options,
  })
  context.setDefaultTimeout(15_000)
  const { problems } = recordProblems(context, [product.testServer.sandbox.origin])
  return { context, page: await context.newPage(), problems }
}

/** The same with somebody signed in, whose registration is not what is tested. */
export async function openMember(
  product: Product,
  wish: MemberWish = {},
  options: BrowserContextOptions = {},
): Promise<Visitor & { readonly member: TestMember }> {
  const [member, visitor] = await Promise.all([product.testServer.member(wish), openVisitor(product, options)])
  await signIn(product, visitor.context, member, wish.host)
  return { ...visitor, member }
}

/** Gives a browser the session of a member who has had the popups of a start: the welcome gift's, without what it books, and the photo's. */
export async function signIn(
  product: Product,
  context: BrowserContext,
  member: TestMember,
  host = 'localhost',
): Promise<void> {
  await product.testServer.database.db
    .updateTable('members')
    .set({ welcome_gift_shown_at: new Date() })
    .where('id', '=', member.session.angelId)
    .execute()
  await product.testServer.database.db
    .insertInto('onboarding')
    .values({ member_id: member.session.angelId, skipped: ['photo'] })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Cookies know no port, and one with this prefix is only set under https.
  await context.addCookies([
    {
      name: sessionCookie,
      value: member.token,
      url: `https://${host}/`,
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
    },
  ])
}
