/**
 * A screen of the product, and the mock-up of the same screen in `design/mockups/shots`.
 * @typedef {object} Screen
 * @property {string} name of its files
 * @property {string} title
 * @property {string} path where a member finds it; `/user/OTHER` and `/chats/OTHER` are those of the first in the list
 * @property {boolean} [wholePage] not only the first view
 * @property {(page: import('playwright-core').Page) => Promise<unknown>} [before] on the screen before
 * @property {(page: import('playwright-core').Page) => Promise<unknown>} [act] what the member does there
 * @property {(page: import('playwright-core').Page) => Promise<unknown>} [after] undoes it
 * @property {Partial<Record<'phone' | 'desktop', Partial<Record<'light' | 'dark', string>>>>} mockups without `.png`
 */

/** @param {import('playwright-core').Page} page @param {string} name of the button that opens it */
const openDialog = async (page, name) => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog').waitFor()
}

/** @param {import('playwright-core').Page} page @param {object} filters those that the server stores for the member */
const setFilters = (page, filters) =>
  page.evaluate(async (wanted) => {
    await fetch('/dispenser/filters', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ trackerId: localStorage.getItem('trackerId'), filters: wanted }),
    })
  }, filters)

/** @type {readonly Screen[]} */
export const screens = [
  {
    name: 'find',
    title: 'Find',
    path: '/find',
    act: (page) => page.getByText('nell’ultimo mese').waitFor(),
    mockups: {
      phone: { light: 'find.mobile', dark: 'find-dark.mobile' },
      desktop: { light: 'find.desktop', dark: 'find-dark.desktop' },
    },
  },
  {
    name: 'find-region',
    title: 'Where one looks',
    path: '/find',
    act: (page) => openDialog(page, 'Cambia zona'),
    mockups: { phone: { light: 'find-region.mobile' }, desktop: { light: 'find-region.desktop' } },
  },
  {
    name: 'find-filters',
    title: 'Filters',
    path: '/find',
    act: (page) => openDialog(page, 'Filtri'),
    mockups: {},
  },
  {
    name: 'find-empty',
    title: 'Nothing found',
    path: '/find',
    before: (page) => setFilters(page, { age: { from: 97, to: 98 } }),
    after: (page) => setFilters(page, {}),
    mockups: { phone: { light: 'find-empty.mobile' } },
  },
  {
    name: 'match',
    title: 'Match',
    path: '/match',
    act: (page) => page.locator('main img').first().waitFor(),
    mockups: {
      phone: { light: 'match.mobile', dark: 'match-dolceluna-dark.mobile' },
      desktop: { light: 'match.desktop', dark: 'match-dolceluna-dark.desktop' },
    },
  },
  {
    name: 'match-empty',
    title: 'Nothing left in the match',
    path: '/match',
    before: (page) => setFilters(page, { age: { from: 97, to: 98 } }),
    after: (page) => setFilters(page, {}),
    mockups: {},
  },
  {
    name: 'user',
    title: 'Another member',
    path: '/user/OTHER',
    wholePage: true,
    mockups: { phone: { light: 'profile.mobile-full' }, desktop: { light: 'profile.desktop' } },
  },
  {
    name: 'notifications',
    title: 'Notifications',
    path: '/notifications',
    mockups: { phone: { light: 'notifications.mobile' }, desktop: { light: 'notifications.desktop' } },
  },
  {
    name: 'chats',
    title: 'Conversations',
    path: '/chats',
    mockups: { phone: { light: 'chats.mobile' }, desktop: { light: 'chats.desktop' } },
  },
  {
    name: 'profile',
    title: 'The own profile',
    path: '/profile',
    wholePage: true,
    mockups: { phone: { light: 'settings.mobile-full' }, desktop: { light: 'settings.desktop-full' } },
  },
  {
    name: 'chat',
    title: 'A conversation',
    path: '/chats/OTHER',
    mockups: {
      phone: { light: 'chat.mobile', dark: 'chat-heartline-dark.mobile' },
      desktop: { light: 'chat.desktop', dark: 'chat-heartline-dark.desktop' },
    },
  },
]
