interface Chunk {
  readonly name: string
  readonly test: RegExp
  /** How many pages and parts loaded on demand use a module at least. */
  readonly minShareCount?: number
}

/**
 * Modules that several pages load together. By itself, the bundler makes a chunk for each set of pages and dialogs that
 * share a module: a page had fifty files, most of them smaller than the headers of their requests. A chunk contains what
 * its modules import, unless an earlier chunk does. A page that loads what it does not need exceeds its limit in
 * `.size-limit.mjs`.
 */
export const pageChunks: readonly Chunk[] = [
  { name: 'root', test: /src.root\.tsx|react-dom.index\.js/ },
  // For visitors and members.
  { name: 'layouts', test: /app.shell.(?:footer|demo-ribbon)\.tsx|app.visit.(?:visit|flow|visit-inputs)\./ },
  { name: 'member', test: /routes.member-layout\.tsx/ },
  // People in lists, and what members do with them.
  {
    name: 'people',
    test: /features.(?:credits.hook-popup|trust.(?:use-member-menu|dialogs)|activity.(?:mutual|use-like)|choices.choice-texts)|components.people.(?:verified-mark|distance)\./,
  },
  {
    name: 'fields',
    test: /components.forms.(?:combo-box|segmented-control)\.tsx|features.geo.city-search|google-mark|shell.language-menu/,
  },
  { name: 'checkbox', test: /forms.(?:checkbox\.tsx|use-hydrating\.ts)/ },
  {
    name: 'signup',
    test: /features.identity.signup.signup-(?:who|fields|form)\.|identity.google.google-button|forms.(?:password-field|error-summary)\.tsx/,
  },
  {
    name: 'conversation',
    test: /features.chat.(?:conversation|composer|bubble|messages).(?!voice-player|photo-view)/,
    minShareCount: 2,
  },
  {
    name: 'find',
    test: /features.discovery.(?:find|filters).|contract.src.search-filters|components.layout.pagination|people.profile-card/,
    minShareCount: 2,
  },
]
