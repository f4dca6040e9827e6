export type FactRow = typeof Fact
