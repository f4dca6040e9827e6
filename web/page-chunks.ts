import { textGroups } from './page-texts/folders.ts'

interface Chunk {
  readonly name: string
  readonly test: RegExp
  /** How many pages and parts loaded on demand use a module at least. */
  readonly minShareCount?: number
}

/** Modules of many pages, but not of those that members open most: they are in chunks of their own. */
export const notShared =
  /app.i18n.\w+-texts\.ts|app.seo.page-head|components.forms.(?:field|text-field|select-field|checkbox)\./

/**
 * Modules that several pages load together. By itself, the bundler makes a chunk for each set of pages and dialogs that
 * share a module: a page had fifty files, most of them smaller than the headers of their requests. A chunk contains what
 * its modules import, unless an earlier chunk does. A page that loads what it does not need exceeds its limit in
 * `.size-limit.mjs`.
 */
export const pageChunks: readonly Chunk[] = [
  // Each waits for its catalogue when it runs, so it may not be part of a file that others load.
  ...textGroups.map((group) => ({ name: `${group}-texts`, test: new RegExp(`app.i18n.${group}-texts\\.ts`) })),
  { name: 'root', test: /src.root\.tsx|react-dom.index\.js/ },
  // For visitors and members.
  { name: 'layouts', test: /app.shell.demo-ribbon\.tsx|app.visit.(?:visit|flow)\./ },
  // Of the footer and the profile.
  { name: 'languages', test: /app.shell.languages\.ts/ },
  // Of the sign-up form and of the search, which loads nothing else of that.
  { name: 'countries', test: /features.geo.countries\.ts/ },
  { name: 'visitor', test: /app.shell.footer\.tsx|app.seo.page-head|app.visit.visit-inputs/ },
  { name: 'form', test: /components.forms.(?:field|text-field|select-field|use-hydrating)\./ },
  { name: 'member', test: /routes.member-layout\.tsx|styles.conversation-frame\.module/ },
  // People in lists, and what members do with them.
  {
    name: 'people',
    test: /features.(?:credits.use-show-hook|trust.(?:use-member-menu|dialogs|concerned-member)|activity.(?:mutual\.|use-like)|choices.choice-texts)|components.people.(?:verified-mark|distance|photo)\./,
  },
  {
    name: 'fields',
    test: /components.forms.(?:combo-box|segmented-control)\.tsx|features.geo.(?:city-search|countries|unknown-town)|contract.src.gender-sides|google-mark|shell.language-menu/,
  },
  { name: 'checkbox', test: /forms.checkbox\.tsx/ },
  // Of the sign-up form, and of the profile for those who open it.
  { name: 'gender-more', test: /features.genders/ },
  // Of the sign-up form, and of the profile, which loads nothing else of that.
  { name: 'password', test: /forms.password-field\.tsx/ },
  {
    name: 'signup',
    test: /features.identity.signup.signup-(?:who|fields|form)\.|identity.google.google-button|forms.error-summary\.tsx/,
  },
  {
    name: 'conversation',
    test: /features.chat.(?:(?:conversation|composer|bubble|messages).(?!voice-player|photo-view)|list.(?:chats\.module|loaded-list))/,
    minShareCount: 2,
  },
  {
    name: 'find',
    test: /features.discovery.(?:find|filters).(?!region-dialog|filters-too-narrow)|contract.src.search-filters|components.layout.pagination|people.profile-card/,
    minShareCount: 2,
  },
]
