export { visitRoutes } from './routes.ts'
