import type { BrowserContextOptions } from 'playwright-core'
import { acquaint, memberPages } from './pages.ts'
import { openMember, openVisitor, sizes, type Visitor } from './person.ts'
import type { Product } from './product.ts'

/** A visitor and a member of a brand, and another member whom the member knows. */
export async function openVisitorAndMember(
  product: Product,
  host: string,
  options: BrowserContextOptions = {},
): Promise<{ visitor: Visitor; member: Visitor; paths: string[] }> {
  const country = product.testServer.context.brands.byHost(host)?.country ?? 'IT'
  const region =
    country === 'IT'
      ? 'Lazio'
      : (await product.testServer.call(`/api/get/regions/${country}`, { host })).body[0].state_title
  // With a city, as most members have one: a longer line, which must wrap.
  const { body: cities } = await product.testServer.call(`/api/get/cities/${country}`, { host })
  const city = cities.find((one: { state_title: string }) => one.state_title === region)?.city_title
  const wish = { host, region, form: { country, city } }
  const [visitor, member, her] = await Promise.all([
    openVisitor(product, { ...sizes.phone, ...options }),
    openMember(product, wish, { ...sizes.phone, ...options }),
    product.testServer.member({ ...wish, gender: 'woman' }),
  ])
  await acquaint(member.member, her)
  // Gives the member a notification.
  const hers = await her.connect()
  const liked = await hers.send('like', {
    trackerId: her.session.clickid,
    angelId: member.member.session.angelId,
  })
  if (!liked.ok) throw new Error(JSON.stringify(liked))
  hers.close()
  return { visitor, member, paths: memberPages(her.session.angelId) }
}
