import { type Static, Type } from 'typebox';
import { type Disclosure, everything, partyForms } from '../../receipts/disclosure.ts';
import { receiptFormat } from '../../receipts/verify/receipt.ts';
import { moment, nullable } from './text.ts';

const hash = (description: string) =>
  Type.String({ pattern: '^[0-9a-f]{64}$', description, examples: ['5d'.repeat(32)] });

const partyForm = (whose: string) =>
  Type.Optional(
    Type.Enum([...partyForms], {
      description: `How the receipt shows ${whose}: \`full\`, \`masked\` (\`25677*****42\`, \`A. N.\`) or \`hidden\`. Default full.`,
    }),
  );

/** What a receipt shows, in a query or a body. */
export const disclosureFields = {
  business: partyForm('the business of the wallet'),
  counterparty: partyForm('the other side'),
  show_description: Type.Optional(
    Type.Boolean({
      description: 'Whether the receipt shows the description. Default true.',
    }),
  ),
};

const disclosureObject = Type.Object(disclosureFields);

/** What is chosen, with everything shown where nothing is. */
export function disclosureOf(chosen: Static<typeof disclosureObject>): Disclosure {
  return {
    business: chosen.business ?? everything.business,
    counterparty: chosen.counterparty ?? everything.counterparty,
    description: chosen.show_description ?? everything.description,
  };
}

const opened = Type.Object(
  {
    name: Type.String({ examples: ['amount'] }),
    value: nullable(Type.String({ examples: ['50000'] })),
    salt: Type.String({ pattern: '^[0-9a-f]{32}$', examples: ['1f'.repeat(16)] }),
    commitment: hash('The commitment to name and value.'),
  },
  { title: 'ReceiptShownField', description: 'A field that the receipt shows.' },
);

const hidden = Type.Object(
  { name: Type.String({ examples: ['wallet_id'] }), commitment: hash('The commitment to name and value.') },
  { title: 'ReceiptHiddenField', description: 'A field that the receipt hides.' },
);

/** docs/receipts.md, "Format". */
export const receiptSchema = Type.Object(
  {
    format: Type.String({ const: receiptFormat }),
    transaction: Type.Record(Type.String(), nullable(Type.String()), {
      description: 'What the receipt shows: numbers in decimal, times ISO 8601.',
      examples: [{ reference: 'API_COL_1795597200_42', status: 'completed', amount: '50000', currency: 'UGX' }],
    }),
    round: nullable(
      Type.Object(
        {
          installation_id: Type.String({ examples: ['2f6c7f0e-6b0a-4b52-9f0e-0c9a1c5b7d11'] }),
          number: Type.Integer({ examples: [118] }),
          tree_size: Type.Integer({ examples: [37] }),
          root: hash('The root of the tree.'),
          previous: hash('The hash of the round before.'),
          signed_at: moment('When it was signed.'),
          fork_of: nullable(
            Type.Object(
              { number: Type.Integer({ examples: [90] }), hash: hash('Of that round.') },
              {
                title: 'ReceiptRoundReference',
                description: 'Of the first round after a recovery: the last round that is common.',
              },
            ),
          ),
          hash: hash('The hash of the signed lines.'),
          key_id: Type.String({ examples: ['0123456789abcdef'] }),
          public_key: Type.String({ description: '32 bytes as base64.', examples: [`${'A'.repeat(43)}=`] }),
          signature: Type.String({ description: '64 bytes as base64.', examples: [`${'A'.repeat(86)}==`] }),
        },
        { title: 'ReceiptRound', description: 'The signed round; null until the transaction is proven.' },
      ),
    ),
    leaf: nullable(
      Type.Object(
        {
          kind: Type.String({ const: 'transaction' }),
          index: Type.Integer({ description: 'The place in the tree, from 0.', examples: [12] }),
          path: Type.Array(hash('A sibling.'), { description: 'From the sibling of the leaf upwards.' }),
          fields: Type.Array(Type.Union([opened, hidden])),
          hash: hash('The hash of the leaf.'),
        },
        { title: 'ReceiptLeaf', description: 'The leaf and its path; null until the transaction is proven.' },
      ),
    ),
  },
  { title: 'Receipt' },
);
