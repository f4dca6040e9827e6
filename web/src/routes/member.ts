import type { RouteConfigEntry } from '@react-router/dev/routes'

/** The pages below the member shell. Each is `route('path', 'features/<feature>/<page>.tsx')`. */
export const memberRoutes: RouteConfigEntry[] = []
