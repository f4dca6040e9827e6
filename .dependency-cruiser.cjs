/*
 * Who may know whom; the reasons are in ARCHITECTURE.md. A test plants one violation of each rule and expects it caught.
 */

/** Every module's files but those that others may import: its functions, and what it declares about tables and jobs. */
const INSIDE_A_MODULE = '^server/src/modules/([^/]+)/(?!(index|tables|jobs)\\.ts$)'
const TEST = '(\\.test\\.tsx?$|^server/test/|/testing/)'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'Files that need each other, if only for a type, are one thing: say which, or give what both need a file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'modules-only-through-their-index',
      comment: "A module is imported through its index.ts; what is inside is nobody else's business.",
      severity: 'error',
      from: { path: '^server/src/', pathNot: ['^server/src/(modules|providers)/', TEST] },
      to: { path: INSIDE_A_MODULE },
    },
    {
      name: 'modules-only-through-each-others-index',
      comment: "A module is imported through its index.ts; what is inside is nobody else's business.",
      severity: 'error',
      from: { path: '^server/src/modules/([^/]+)/', pathNot: TEST },
      to: { path: INSIDE_A_MODULE, pathNot: '^server/src/modules/$1/' },
    },
    {
      name: 'platform-knows-no-module',
      comment: 'The platform knows no member and no brand rule.',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: TEST },
      to: { path: '^server/src/(modules|providers|commands)/' },
    },
    {
      name: 'nobody-imports-the-wiring',
      comment:
        'context.ts wires everything, server.ts starts the roles, main.ts the program: only programs begin there.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: [
          '^server/src/(main|server|context)\\.ts$',
          '^server/src/shards/(running-shard|several-shards)\\.ts$',
          '^server/src/commands/',
          TEST,
        ],
      },
      to: { path: '^server/src/(main|server|context)\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'contract-knows-nobody',
      comment: 'What crosses a wire depends on nothing of ours.',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(server|web|sandbox|tools|bench|e2e)/' },
    },
    {
      name: 'web-knows-only-the-contract',
      comment: 'The browser never sees server code.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(server|sandbox|tools|bench|e2e)/' },
    },
    {
      name: 'web-components-know-no-page',
      comment: 'The design system shows what it is given: no session, no API, no feature.',
      severity: 'error',
      from: { path: '^web/src/(components|styles)/', pathNot: TEST },
      to: { path: '^web/src/', pathNot: '^web/src/(components|styles)/' },
    },
    {
      name: 'web-app-knows-no-feature',
      comment: 'What every page stands on (session, API, shell) knows none of them; a layout that does is a route.',
      severity: 'error',
      from: { path: '^web/src/app/' },
      to: { path: '^web/src/(features|routes|dev|payment-frame)/' },
    },
    {
      name: 'web-features-below-routes',
      comment: 'A page that joins several features is a route; no feature knows it.',
      severity: 'error',
      from: { path: '^web/src/features/' },
      to: { path: '^web/src/((routes|dev|payment-frame)/|root\\.tsx$|entry\\.|routes\\.ts$)' },
    },
    {
      name: 'web-features-only-through-their-index',
      comment: "Outside its feature a file is reached through the feature's index.ts.",
      severity: 'error',
      from: { path: '^web/src/', pathNot: '^web/src/features/' },
      to: { path: '^web/src/features/[^/]+/(?!index\\.ts$)' },
    },
    {
      name: 'web-features-only-through-each-others-index',
      comment: "Outside its feature a file is reached through the feature's index.ts.",
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/([^/]+)/(?!index\\.ts$)', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'web-folders-no-cycles',
      comment: 'Two folders that need each other share a third thing: give it a place below, or join them in a route.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^web/src/' },
      to: { circular: true },
    },
    {
      name: 'web-subfolder-knows-nothing-above',
      comment: "A feature's own files join its folders; what two folders need lies in a third beside them.",
      severity: 'error',
      from: { path: '^web/src/(features|components)/([^/]+)/[^/]+/' },
      to: { path: '^web/src/$1/$2/[^/]+$' },
    },
    {
      name: 'web-payment-frame-stands-alone',
      comment: 'The card form is a program of its own, in a frame that shares nothing with the page.',
      severity: 'error',
      from: { path: '^web/src/payment-frame/' },
      to: { path: '^web/', pathNot: '^web/src/payment-frame/' },
    },
    {
      name: 'web-console-stands-alone',
      comment:
        'The console is a program of its own, of which members load nothing: it shares components and styles, and its tests what renders a page.',
      severity: 'error',
      from: { path: '^web/src/console/' },
      to: { path: '^web/src/', pathNot: '^web/src/(console|components|styles|i18n|app/testing)/' },
    },
    {
      name: 'nobody-imports-the-console',
      comment: 'Members load no byte of the console.',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/src/console/' },
      to: { path: '^web/src/console/' },
    },
    {
      name: 'sandbox-stands-alone',
      comment: 'The sandbox speaks the outside wire formats: with our own code in it, it would prove nothing.',
      severity: 'error',
      from: { path: '^sandbox/' },
      to: { path: '^(server|web|contract|bench|e2e)/' },
    },
    {
      name: 'providers-know-their-port',
      comment:
        'A provider implements a port (port.ts, or the index of the module that has it) and knows no other part of us.',
      severity: 'error',
      from: { path: '^server/src/providers/([^/]+)/', pathNot: TEST },
      to: {
        path: '^(server/src|contract|web|sandbox)/',
        pathNot: [
          '^server/src/providers/$1/',
          '^server/src/providers/(access-token|page-method-list|reply|state-of)\\.ts$',
          '^server/src/modules/(payments|outreach|identity|photos|age-checks|concierge)/(index|port)\\.ts$',
          '^server/src/platform/(ids|config|outbound|database/connection-settings|process/(log|loopback))\\.ts$',
        ],
      },
    },
    {
      name: 'only-the-wiring-knows-providers',
      comment: 'Modules speak to their port; which provider stands behind it is decided in config.ts and context.ts.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: [
          '^server/src/(config|main)\\.ts$',
          '^server/src/app/[a-z]+-side\\.ts$',
          '^server/src/(providers|commands)/',
          TEST,
        ],
      },
      to: { path: '^server/src/providers/' },
    },
    {
      name: 'no-missing-parts',
      comment: 'An import that leads nowhere, or to a package that is not in package.json.',
      severity: 'error',
      from: { pathNot: ['^web/', TEST] },
      to: { couldNotResolve: true, pathNot: '^node:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules|build|\\.react-router)/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
