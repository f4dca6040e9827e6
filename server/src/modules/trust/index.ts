export { trustRoutes, type TrustDeps } from './routes.ts'
