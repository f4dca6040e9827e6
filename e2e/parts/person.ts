import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { MemberWish, TestMember } from '#test/support/test-server.ts'
import { sessionCookie } from '#server/modules/identity/sessions/credentials.ts'
import type { Product } from './product.ts'
import { recordProblems } from './page-problems.ts'

export const sizes = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const satisfies Record<string, BrowserContextOptions>

/** A browser context of its own, Italian by default. */
export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  /** The problems of all its pages. */
  readonly problems: string[]
}

export async function openVisitor(product: Product, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await product.browser.newContext({
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    reducedMotion: 'reduce',
    // A service worker would answer requests that a test holds back. Tests without a network allow it.
    serviceWorkers: 'block',
    ...options,
  })
  context.setDefaultTimeout(15_000)
  const { problems } = recordProblems(context, [product.testServer.sandbox.origin])
  return { context, page: await context.newPage(), problems }
}

/** As `openVisitor`, with a member signed in who is inserted rather than registered. */
export async function openMember(
  product: Product,
  wish: MemberWish = {},
  options: BrowserContextOptions = {},
): Promise<Visitor & { readonly member: TestMember }> {
  const [member, visitor] = await Promise.all([product.testServer.member(wish), openVisitor(product, options)])
  await signIn(product, visitor.context, member, wish.host)
  return { ...visitor, member }
}

/** The first popups, about the welcome gift, which is not credited, and the photo, do not cover this member's pages. */
export async function hasSeenPopups({ testServer }: Product, member: TestMember): Promise<void> {
  const memberId = member.session.angelId
  await testServer.database.db
    .updateTable('members')
    .set({ welcome_gift_shown_at: new Date() })
    .where('id', '=', memberId)
    .execute()
  await testServer.database.db
    .insertInto('onboarding')
    .values({ member_id: memberId, skipped: ['photo'] })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Gives a browser context the session of a member who has already seen the first popups. */
export async function signIn(
  product: Product,
  context: BrowserContext,
  member: TestMember,
  host = 'localhost',
): Promise<void> {
  await hasSeenPopups(product, member)
  // Cookies ignore ports, and one with this prefix can only be set over HTTPS.
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
