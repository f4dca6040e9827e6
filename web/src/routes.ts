import { layout, type RouteConfig, route } from '@react-router/dev/routes'
import { memberRoutes } from './routes/member.ts'

export default [
  layout('app/visitor-layout.tsx', [
    route('dev/components', 'dev/gallery.tsx'),
  ]),
  layout('app/member-layout.tsx', memberRoutes),
  route('preferences', 'app/preferences.ts'),
  route('*', 'app/unknown-path.ts'),
] satisfies RouteConfig
