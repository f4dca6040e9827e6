export { siteRoutes, type SiteDeps } from './routes.ts'
