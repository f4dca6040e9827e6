import { createElement, Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { parseRichText, type RichNode } from './rich-text.ts'
import styles from './bubble.module.css'

const toReact = (nodes: readonly RichNode[]): ReactNode =>
  nodes.map((node, index) => {
    if (typeof node === 'string') return <Fragment key={index}>{node}</Fragment>
    if (node.tag === 'br') return <br key={index} />
    if (node.tag !== 'a') return createElement(node.tag, { key: index }, toReact(node.children))
    if (node.href === undefined) return <Fragment key={index}>{toReact(node.children)}</Fragment>
    return (
      <Link key={index} to={node.href}>
        {toReact(node.children)}
      </Link>
    )
  })

/** Shows the limited rich text of a system message. */
export const RichText = ({ source }: { source: string }) => (
  <div className={styles.rich}>{toReact(parseRichText(source))}</div>
)
