import type { ReactNode } from 'react'
import { Card } from '#components/layout/card.tsx'
import parts from './parts.module.css'

/** A part of a page with a heading of its own. */
export const Section = ({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) => (
  <Card as="section" className={parts.section}>
    <h2>{title}</h2>
    {children}
  </Card>
)

/** One line of a `dl` with the class `facts`. */
export const Fact = ({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
