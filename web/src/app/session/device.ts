export { deviceOf } from '@incontro/contract/device'
