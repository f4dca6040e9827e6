import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: true,
  // The whole route table travels with the page: no manifest requests while a member walks around.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
