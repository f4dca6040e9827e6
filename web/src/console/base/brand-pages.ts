import { useInfiniteQuery } from '@tanstack/react-query'

/** Where the list of each brand goes on; null where it has ended. */
type Places<Cursor> = Readonly<Record<string, Cursor | Record<never, never> | null>>

type OfBrand<Row> = Row & { readonly brand: string }

/** A list of several brands: each is asked for its own pages, and they are merged in the list's order. */
export function useBrandPages<Row, Cursor extends object>({
  queryKey,
  brands,
  read,
  cursorOf,
  compare,
  refetchInterval = false,
}: {
  readonly queryKey: readonly unknown[]
  readonly brands: readonly string[]
  /** A page of one brand's list, from its beginning if there is no cursor. */
  readonly read: (
    brand: string,
    cursor: Cursor | Record<never, never>,
  ) => Promise<{ readonly rows: readonly Row[]; readonly more: boolean }>
  readonly cursorOf: (last: Row) => Cursor
  readonly compare: (one: Row, other: Row) => number
  /** Milliseconds after which it is read again. */
  readonly refetchInterval?: number | false
}) {
  const list = useInfiniteQuery({
    queryKey: [...queryKey, brands],
    refetchInterval,
    initialPageParam: {} as Places<Cursor>,
    queryFn: ({ pageParam }) =>
      Promise.all(
        brands
          .filter((brand) => pageParam[brand] !== null)
          .map(async (brand) => ({ brand, ...(await read(brand, pageParam[brand] ?? {})) })),
      ),
    getNextPageParam: (last): Places<Cursor> | undefined => {
      const places: Record<string, Places<Cursor>[string]> = Object.fromEntries(brands.map((brand) => [brand, null]))
      for (const { brand, rows, more } of last) {
        const end = rows.at(-1)
        if (more && end !== undefined) places[brand] = cursorOf(end)
      }
      return Object.values(places).some((place) => place !== null) ? places : undefined
    },
  })
  const rows = list.data?.pages
    .flatMap((page) => page.flatMap((part) => part.rows.map((row): OfBrand<Row> => ({ ...row, brand: part.brand }))))
    .toSorted(compare)
  return { list, rows }
}
