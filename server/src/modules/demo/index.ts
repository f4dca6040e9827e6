export { assertNoSamples } from './assert-no-samples.ts'
export { createDemo, type Demo, type DemoDeps, type DemoLogin } from './demo.ts'
export type { DemoActions } from './actions.ts'
