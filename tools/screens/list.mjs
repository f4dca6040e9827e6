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
 * @property {readonly Device[]} [devices] phone and desktop unless it says others
 * @property {boolean} [staff] in the console, as its owner
 * @property {Partial<Record<Device, Partial<Record<'light' | 'dark', string>>>>} mockups without `.png`
 */

/**
 * The sizes of the design, and the width of their pictures.
 * @typedef {keyof typeof devices} Device
 */
export const devices = {
  phone: {
    words: 'Phone',
    context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    width: 390,
  },
  tablet: { words: 'Tablet', context: { viewport: { width: 820, height: 1180 }, hasTouch: true }, width: 600 },
  laptop: { words: '1280 px', context: { viewport: { width: 1280, height: 800 } }, width: 960 },
  desktop: { words: 'Desktop', context: { viewport: { width: 1440, height: 900 } }, width: 960 },
}
/** @type {readonly Device[]} */
export const usualDevices = ['phone', 'desktop']

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
    name: 'notification-settings',
    title: 'What one is notified of',
    path: '/activeNotifications',
    wholePage: true,
    mockups: {},
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
  {
    name: 'console-queue',
    title: 'The console: the queue',
    path: '/battito/queue',
    staff: true,
    devices: ['phone', 'tablet', 'laptop', 'desktop'],
    mockups: { phone: { light: 'admin-moderation.mobile-full' }, desktop: { light: 'admin-moderation.desktop' } },
  },
  {
    name: 'console-figures',
    title: 'The console: figures',
    path: '/battito/figures',
    staff: true,
    wholePage: true,
    devices: ['tablet', 'laptop', 'desktop'],
    mockups: { desktop: { light: 'admin.desktop-full', dark: 'admin-dark.desktop' } },
  },
  {
    name: 'console-flow',
    title: 'The console: a flow',
    path: '/battito/offers/flow/7',
    staff: true,
    devices: ['desktop'],
    mockups: { desktop: { light: 'admin-flow.desktop-full' } },
  },
  ...['support', 'orders', 'disputes', 'approvals', 'campaigns', 'audit', 'health'].map((page) => ({
    name: `console-${page}`,
    title: `The console: ${page}`,
    path: `/battito/${page}`,
    staff: true,
    devices: /** @type {const} */ (['laptop']),
    mockups: {},
  })),
]
