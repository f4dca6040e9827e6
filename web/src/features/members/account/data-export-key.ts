/** Query key of the member's data archive. */
export const dataExportKey = ['data-export'] as const
