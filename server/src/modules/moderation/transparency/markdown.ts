import {
  type TransparencyFigure,
  transparencyFigures,
  type TransparencyRow,
  type TransparencySection,
} from '@incontro/contract/admin'
import type { ClauseKey } from '@incontro/contract'
import { clauseKeys } from '@incontro/contract'
import { clauseOf } from '../decisions/clauses.ts'

const sections: Readonly<Record<TransparencySection, string>> = {
  orders: 'Orders of authorities (articles 9, 10 and 15(1)(a))',
  crimes: 'Suspicions of crimes that threaten life or safety (article 18)',
  notices: 'Notices (articles 16 and 15(1)(b))',
  decisions: 'Decisions of our own (article 15(1)(c) and (e))',
  appeals: 'Appeals (articles 20 and 15(1)(d))',
  misuse: 'Measures against misuse (article 23)',
  recipients: 'Active recipients (article 24(2))',
}

const titles: Readonly<Record<TransparencyFigure, string>> = {
  orders_to_act: 'Orders to act against illegal content, by member state',
  orders_for_information: 'Orders to provide information, by member state',
  orders_by_rule: 'Orders by what they are about',
  orders_by_outcome: 'Orders by outcome',
  order_acknowledged_hours: 'Median time until receipt was acknowledged, in hours',
  order_effect_hours: 'Median time until effect was given, in hours',
  crimes_notified: 'Authorities notified, by member state',
  crimes_by_rule: 'Authorities notified, by what it was about',
  notices_by_reason: 'Notices by reason',
  notices_by_source: 'Notices by who sent them',
  notices_illegal: 'Notices that say the content is illegal',
  notices_by_outcome: 'Notices by outcome',
  notices_acted_on: 'Decisions after a notice, by ground',
  notice_hours: 'Median time until a notice was decided, in hours',
  decisions_by_kind: 'Decisions by kind',
  decisions_by_ground: 'Decisions by ground',
  decisions_by_rule: 'Decisions by rule of the terms',
  decisions_by_content: 'Decisions by type of content',
  decisions_by_source: 'Decisions by what drew attention to the content',
  detected_by_software: 'Decisions about content that software brought before a person',
  decided_by_software: 'Decisions made by software',
  people_deciding: 'People who decided',
  appeals_by_decision: 'Appeals by the decision they are against',
  appeals_by_outcome: 'Appeals by outcome',
  appeal_hours: 'Median time until an appeal was decided, in hours',
  suspended_for_illegal: 'Accounts suspended or closed for illegal content',
  reporters_refused: 'Notifiers whose notices were not taken for a time, as they were repeatedly baseless',
  recipients: 'Members there in a month, on average of the last six months',
  recipients_by_month: 'Members there, by month',
}

const isClause = (text: string): text is ClauseKey => clauseKeys.some((key) => key === text)
const regions = new Intl.DisplayNames(['en'], { type: 'region' })

/** In English words. */
function byWords({ figure, by }: TransparencyRow): string {
  if (by === null) return ''
  if (figure === 'orders_to_act' || figure === 'orders_for_information' || figure === 'crimes_notified')
    return by === 'EU' ? 'Europol' : (regions.of(by) ?? by)
  if (figure.endsWith('_by_rule') && isClause(by)) return clauseOf(by).name.en
  return by.replaceAll('_', ' ')
}

/** The report as a page of Markdown. */
export function reportMarkdown(
  head: { readonly title: string; readonly company: string; readonly year: number },
  rows: readonly TransparencyRow[],
): string {
  const figureOf = (figure: TransparencyFigure): string[] => {
    const found = rows.filter((row) => row.figure === figure)
    const [single] = found
    if (found.length === 1 && single?.by === null) return [`**${titles[figure]}**: ${single.value ?? 'none'}`, '']
    if (found.length === 0) return [`**${titles[figure]}**: none`, '']
    return [
      `**${titles[figure]}**`,
      '',
      '| | |',
      '| --- | ---: |',
      ...found.map((row) => `| ${byWords(row)} | ${row.value ?? ''} |`),
      '',
    ]
  }
  return [
    `# Transparency report ${head.year}: ${head.title}`,
    '',
    `${head.company} publishes this report under articles 15 and 24 of regulation (EU) 2022/2065. No decision is made by software: it brings content before people, who decide.`,
    '',
    ...(Object.keys(transparencyFigures) as TransparencySection[]).flatMap((section) => [
      `## ${sections[section]}`,
      '',
      ...transparencyFigures[section].flatMap(figureOf),
    ]),
  ].join('\n')
}
