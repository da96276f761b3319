/** What stands in the samples in place of a key until there is one. */
export const keyToFillIn = 'nsk_test_YOUR_KEY';

export const languages = ['curl', 'TypeScript', 'Python', 'PHP'] as const;
export type Language = (typeof languages)[number];

/** One step of the first minute, in every language. Each runs as it stands when it is pasted. */
export interface Step {
  readonly id: 'balance' | 'collect' | 'status' | 'events';
  readonly title: string;
  readonly text: string;
  readonly code: Readonly<Record<Language, string>>;
}

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: Readonly<Record<string, string | number>>;
}

/** The steps with somebody's own address and key. */
export function quickStart(origin: string, apiKey: string): readonly Step[] {
  const step = (id: Step['id'], title: string, text: string, call: Call): Step => ({
    id,
    title,
    text,
    code: {
      curl: curl(origin, apiKey, call),
      TypeScript: typeScript(origin, apiKey, call),
      Python: python(origin, apiKey, call),
      PHP: php(origin, apiKey, call),
    },
  });
  return [
    step('balance', 'Read the balance', 'Your test wallet, in whole shillings.', {
      method: 'GET',
      path: '/wallet/balance',
    }),
    step(
      'collect',
      'Collect from a customer',
      'The phone 256770000009 is a test phone. Approve the payment on the handset.',
      {
        method: 'POST',
        path: '/wallet/collect-payment',
        body: { customer_phone: '256770000009', amount: 20_000, description: 'Invoice 7' },
      },
    ),
    step(
      'status',
      'List the transactions',
      'The newest transactions. The collection is completed after the phone approves it.',
      {
        method: 'GET',
        path: '/wallet/transactions?limit=3',
      },
    ),
    step('events', 'Read the events', 'The events that your webhooks receive, oldest first.', {
      method: 'GET',
      path: '/events?limit=20',
    }),
  ];
}

function curl(origin: string, apiKey: string, { method, path, body }: Call): string {
  const lines = [`curl '${origin}/api/v1${path}'`, `  -H 'Authorization: Bearer ${apiKey}'`];
  if (method === 'POST') {
    lines.push("  -H 'Content-Type: application/json'");
    // A new key for each payment; a repeat with the same one never collects twice.
    lines.push('  -H "Idempotency-Key: $(date +%s)-$RANDOM"');
    lines.push(`  -d '${JSON.stringify(body)}'`);
  }
  return lines.join(' \\\n');
}

function typeScript(origin: string, apiKey: string, { method, path, body }: Call): string {
  const sends =
    method === 'POST'
      ? `
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${apiKey}',
    'Content-Type': 'application/json',
    'Idempotency-Key': crypto.randomUUID(),
  },
  body: JSON.stringify({
${fields(body, (name, value) => `    ${name}: ${literal(value, "'")},`)}
  }),
`
      : `
  headers: { Authorization: 'Bearer ${apiKey}' },
`;
  return `const response = await fetch('${origin}/api/v1${path}', {${sends}});
console.log(await response.json());`;
}

function python(origin: string, apiKey: string, { method, path, body }: Call): string {
  const isPost = method === 'POST';
  return `import json, urllib.request${isPost ? ', uuid' : ''}

request = urllib.request.Request(
    "${origin}/api/v1${path}",
    headers={
        "Authorization": "Bearer ${apiKey}",${
          isPost
            ? `
        "Content-Type": "application/json",
        "Idempotency-Key": str(uuid.uuid4()),`
            : ''
        }
    },${
      isPost
        ? `
    data=json.dumps({
${fields(body, (name, value) => `        "${name}": ${literal(value, '"')},`)}
    }).encode(),`
        : ''
    }
)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))`;
}

function php(origin: string, apiKey: string, { method, path, body }: Call): string {
  const isPost = method === 'POST';
  return `<?php
$context = stream_context_create(['http' => [
    'ignore_errors' => true,${isPost ? "\n    'method' => 'POST'," : ''}
    'header' => [
        'Authorization: Bearer ${apiKey}',${
          isPost
            ? `
        'Content-Type: application/json',
        'Idempotency-Key: ' . bin2hex(random_bytes(16)),`
            : ''
        }
    ],${
      isPost
        ? `
    'content' => json_encode([
${fields(body, (name, value) => `        '${name}' => ${literal(value, "'")},`)}
    ]),`
        : ''
    }
]]);
echo file_get_contents('${origin}/api/v1${path}', false, $context), PHP_EOL;`;
}

function fields(body: Call['body'], line: (name: string, value: string | number) => string): string {
  return Object.entries(body ?? {})
    .map(([name, value]) => line(name, value))
    .join('\n');
}

function literal(value: string | number, quote: string): string {
  return typeof value === 'number' ? String(value) : `${quote}${value}${quote}`;
}
