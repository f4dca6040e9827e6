/**
 * What was decided about a report can be appealed against by its author: that nothing was done, and that it was too little
 * (regulation (EU) 2022/2065, article 20). Of what no longer exists nothing was decided.
 */
export const appealableReports = ['dismissed', 'upheld'] as const

export const isAppealable = (state: string): boolean => appealableReports.some((one) => one === state)
