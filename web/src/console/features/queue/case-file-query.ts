import { queryOptions } from '@tanstack/react-query'
import { api } from '#console/base/api.ts'

/** A photo or recording of a case as an address of the browser. Opening it is recorded, so it is fetched once. */
export const caseFile = (brand: string, id: string, file: string) =>
  queryOptions({
    queryKey: ['case file', id, file],
    staleTime: Infinity,
    retry: false,
    queryFn: async () => {
      const { type, data } = await api('GET /admin/api/:brand/cases/:id/files/:file', { params: { brand, id, file } })
      const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0))
      return URL.createObjectURL(new Blob([bytes], { type }))
    },
  })
