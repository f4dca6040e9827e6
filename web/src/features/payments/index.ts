export { LivePayments } from './live-payments.tsx'
