export { supportRoutes, type SupportDeps } from './routes.ts'
