/**
 * The dashboard for Grafana, which is imported from grafana-dashboard.json. A test compares that file with what is described here, and
 * writes it again with UPDATE_DOCS=1.
 */

/** One line or group of lines of a chart. `legend` is a template of labels, as Grafana has it. */
interface Query {
  readonly expr: string;
  readonly legend: string;
}

interface Chart {
  readonly title: string;
  /** A sentence for who looks at it the first time. */
  readonly description: string;
  /** A unit of Grafana: `reqps`, `s`, `short`, `percentunit`. */
  readonly unit: string;
  /** Values below 0 have a meaning; usually the axis begins there. */
  readonly isSigned?: true;
  readonly queries: readonly Query[];
}

interface Row {
  readonly title: string;
  readonly charts: readonly Chart[];
}

/** The processes that are chosen at the top of the page. */
const chosen = 'instance=~"$instance"';

const rateBy = (labels: string, counter: string, more = ''): string =>
  `sum by (${labels}) (rate(${counter}{${chosen}${more}}[$__rate_interval]))`;

const quantile = (part: number, histogram: string, labels = ''): string => {
  const by = ['le', labels].filter((name) => name !== '').join(', ');
  return `histogram_quantile(${part}, sum by (${by}) (rate(${histogram}_bucket{${chosen}}[$__rate_interval])))`;
};

export const rows: readonly Row[] = [
  {
    title: 'API',
    charts: [
      {
        title: 'Requests',
        description: 'Answered requests of the API, by the class of their status.',
        unit: 'reqps',
        queries: [
          {
            expr: `sum by (class) (label_replace(rate(nsimbi_http_requests_total{${chosen}, route=~"/api/.*"}[$__rate_interval]), "class", "$1xx", "status", "(.).."))`,
            legend: '{{class}}',
          },
        ],
      },
      {
        title: 'Requests by route',
        description: 'The ten busiest routes of the API.',
        unit: 'reqps',
        queries: [
          {
            expr: `topk(10, ${rateBy('method, route', 'nsimbi_http_requests_total', ', route=~"/api/.*"')})`,
            legend: '{{method}} {{route}}',
          },
        ],
      },
      {
        title: 'Connections',
        description: 'Open connections, and those that a limit closed.',
        unit: 'short',
        queries: [
          {
            expr: `sum by (authenticated) (nsimbi_http_connections{${chosen}})`,
            legend: 'open, authenticated {{authenticated}}',
          },
          { expr: rateBy('why', 'nsimbi_http_connections_closed_total'), legend: 'closed per second: {{why}}' },
        ],
      },
    ],
  },
  {
    title: 'Ledger',
    charts: [
      {
        title: 'Commands written',
        description: 'Commands that were committed, per second.',
        unit: 'ops',
        queries: [{ expr: rateBy('instance', 'nsimbi_ledger_batch_commands_sum'), legend: '{{instance}}' }],
      },
      {
        title: 'Time of a batch',
        description: 'From taking a batch off the queue to its commit.',
        unit: 's',
        queries: [
          { expr: quantile(0.5, 'nsimbi_ledger_batch_seconds'), legend: 'median' },
          { expr: quantile(0.99, 'nsimbi_ledger_batch_seconds'), legend: '99 %' },
        ],
      },
      {
        title: 'Waiting commands',
        description: 'Commands that wait to be written, and those of them that wait for a lock of another session.',
        unit: 'short',
        queries: [
          { expr: `sum by (instance) (nsimbi_ledger_queue_commands{${chosen}})`, legend: '{{instance}}' },
          { expr: `sum by (instance) (nsimbi_ledger_held_commands{${chosen}})`, legend: '{{instance}}, for a lock' },
        ],
      },
      {
        title: 'Proofs',
        description: 'Age of the oldest batch that no signed round proves yet.',
        unit: 's',
        queries: [{ expr: `max(nsimbi_proof_lag_seconds{${chosen}})`, legend: 'lag' }],
      },
    ],
  },
  {
    title: 'Operators',
    charts: [
      {
        title: 'Money calls',
        description: "Money calls, by the operator's first answer.",
        unit: 'ops',
        queries: [
          {
            expr: rateBy('operator, first_word', 'nsimbi_operator_calls_total', ', mode="live"'),
            legend: '{{operator}} {{first_word}}',
          },
        ],
      },
      {
        title: "Time of the operators' answers",
        description: "How long calls of an operator's interface took: 95 % were faster.",
        unit: 's',
        queries: [{ expr: quantile(0.95, 'nsimbi_operator_http_seconds', 'operator'), legend: '{{operator}}' }],
      },
      {
        title: 'Open transactions',
        description: 'Live transactions that an operator has not ended, by age.',
        unit: 'short',
        queries: [
          {
            expr: `max by (operator, direction, age) (nsimbi_open_transactions{${chosen}, mode="live"})`,
            legend: '{{operator}} {{direction}} {{age}}',
          },
        ],
      },
      {
        title: 'Float',
        description: 'What the accounts with the operators can still pay, in shillings.',
        unit: 'short',
        queries: [
          {
            expr: `min by (operator, float) (nsimbi_operator_float_shillings{${chosen}, mode="live"})`,
            legend: '{{operator}} {{float}}',
          },
        ],
      },
    ],
  },
  {
    title: 'Webhooks',
    charts: [
      {
        title: 'Deliveries',
        description: 'Deliveries per second, by how they ended.',
        unit: 'ops',
        queries: [{ expr: rateBy('result', 'nsimbi_webhook_deliveries_total'), legend: '{{result}}' }],
      },
      {
        title: 'Age of the queue',
        description: 'For how long the oldest delivery has been due without being attempted.',
        unit: 's',
        queries: [{ expr: `max(nsimbi_webhook_queue_age_seconds{${chosen}})`, legend: 'age' }],
      },
      {
        title: 'Time of an attempt',
        description: 'How long receivers took to answer.',
        unit: 's',
        queries: [
          { expr: quantile(0.5, 'nsimbi_webhook_attempt_seconds'), legend: 'median' },
          { expr: quantile(0.99, 'nsimbi_webhook_attempt_seconds'), legend: '99 %' },
        ],
      },
    ],
  },
  {
    title: 'Database and clock',
    charts: [
      {
        title: 'Connections',
        description: 'Connections of the pools, by state.',
        unit: 'short',
        queries: [{ expr: `sum by (state) (nsimbi_database_connections{${chosen}})`, legend: '{{state}}' }],
      },
      {
        title: 'Oldest snapshot',
        description:
          'Age of the oldest database transaction that holds a snapshot, which keeps dead rows from being removed.',
        unit: 's',
        queries: [{ expr: `max(nsimbi_database_oldest_snapshot_seconds{${chosen}})`, legend: 'age' }],
      },
      {
        title: 'Overdue work',
        description: 'For how long the longest waiting row of each work table has been due.',
        unit: 's',
        queries: [{ expr: `max by (table) (nsimbi_due_rows_lag_seconds{${chosen}})`, legend: '{{table}}' }],
      },
      {
        title: 'Clock',
        description: "The database's wall clock minus trusted time.",
        unit: 's',
        isSigned: true,
        queries: [{ expr: `max by (instance) (nsimbi_clock_difference_seconds{${chosen}})`, legend: '{{instance}}' }],
      },
    ],
  },
];

const columns = 24;
const chartHeight = 8;
const source = { type: 'prometheus', uid: '$source' };

/** The dashboard as Grafana imports it: the JSON model of its documentation, schema version 39 (Grafana 11). */
export function grafanaDashboard(): Readonly<Record<string, unknown>> {
  return {
    uid: 'nsimbi',
    title: 'Nsimbi',
    tags: ['nsimbi'],
    schemaVersion: 39,
    editable: true,
    graphTooltip: 1,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    timezone: 'browser',
    templating: {
      list: [
        { name: 'source', label: 'Source', type: 'datasource', query: 'prometheus' },
        {
          name: 'instance',
          label: 'Process',
          type: 'query',
          datasource: source,
          query: { query: 'label_values(up{job="nsimbi"}, instance)', refId: 'instance' },
          includeAll: true,
          multi: true,
          current: { text: ['All'], value: ['$__all'] },
          refresh: 2,
          sort: 1,
        },
      ],
    },
    panels: panelsOf(rows),
  };
}

function panelsOf(all: readonly Row[]): Readonly<Record<string, unknown>>[] {
  let y = 0;
  const panels: Readonly<Record<string, unknown>>[] = [];
  for (const { title, charts } of all) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title,
      collapsed: false,
      gridPos: { x: 0, y, w: columns, h: 1 },
      panels: [],
    });
    const width = columns / charts.length;
    for (const [place, chart] of charts.entries()) {
      const gridPos = { x: place * width, y: y + 1, w: width, h: chartHeight };
      panels.push({ id: panels.length + 1, ...panelOf(chart), gridPos });
    }
    y += 1 + chartHeight;
  }
  return panels;
}

function panelOf({ title, description, unit, isSigned, queries }: Chart): Readonly<Record<string, unknown>> {
  return {
    type: 'timeseries',
    title,
    description,
    datasource: source,
    fieldConfig: { defaults: isSigned === true ? { unit } : { unit, min: 0 }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: queries.map(({ expr, legend }, place) => ({
      refId: String.fromCharCode(65 + place),
      datasource: source,
      expr,
      legendFormat: legend,
    })),
  };
}
