import type { StaffRole } from '@incontro/contract'
import type { BrowserContext, Page } from 'playwright-core'
import { staffMember } from '#test/support/console-client.ts'
import { recordProblems } from './page-problems.ts'
import type { Product } from './product.ts'

export interface ConsolePage {
  readonly context: BrowserContext
  readonly page: Page
  readonly problems: string[]
}

/** A page of the console, with a person signed in who has this role at `local`, or at these brands. */
export async function openConsole(
  product: Product,
  {
    role,
    name,
    path,
    brands = ['local'],
    viewport = { width: 1440, height: 900 },
  }: {
    readonly role: StaffRole
    readonly name: string
    readonly path: string
    readonly brands?: readonly string[]
    readonly viewport?: { readonly width: number; readonly height: number }
  },
): Promise<ConsolePage> {
  const { token } = await staffMember(product.testServer, {
    roles: brands.map((brand) => `${role}@${brand}` as const),
    name,
  })
  const context = await product.browser.newContext({
    locale: 'en-GB',
    viewport,
    // Without a mouse, nothing may depend on pointing at it.
    hasTouch: viewport.width < 600,
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(15_000)
  const url = 'https://admin.localhost/'
  await context.addCookies([
    { name: '__Host-console', value: token, url, secure: true, httpOnly: true, sameSite: 'Strict' },
  ])
  const { problems } = recordProblems(context)
  const page = await context.newPage()
  await page.goto(product.at(path, 'admin.localhost'))
  return { context, page, problems }
}
