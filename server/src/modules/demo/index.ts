export { assertNoSamples } from './assert-no-samples.ts'
export { createDemo, type Demo, type DemoDeps, type DemoLogin } from './demo.ts'
export type { Doors } from './doors.ts'
