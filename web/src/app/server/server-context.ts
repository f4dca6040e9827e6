import type { WebContext } from '@incontro/contract'
import { createContext } from 'react-router'

/** The server's data about the request being rendered; loaders and actions read it with `context.get(webContext)`. */
export const webContext = createContext<WebContext>()
