import { Type } from 'typebox';
import type { Round } from '../../proofs/format/round.ts';
import type { PublicKey } from '../../proofs/keys.ts';
import { nullable } from './text.ts';

/** The highest number of a round: PostgreSQL's integer. */
export const roundNumberMax = 2_147_483_647;

const hash = (description: string, example: string) =>
  Type.String({ pattern: '^[0-9a-f]{64}$', description, examples: [example] });

/** A round as examples show it; its signature can be verified. */
export const exampleRound: Round = {
  installation_id: '6ad9c4f5-8f3f-4a11-9a57-1a8b1c2d3e4f',
  number: 7,
  tree_size: 12,
  root: 'abababababababababababababababababababababababababababababababab',
  previous: '0000000000000000000000000000000000000000000000000000000000000000',
  signed_at: '2026-11-25T09:00:00.000Z',
  hash: '177bd1d869a0439572248ce66f9ea47e0b3eea69d12a4acc01abcef66801a6f4',
  key_id: '39f713d0a644253f',
  public_key: 'PUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw=',
  signature: 'QNm56yVxuonN2fPd/cb45Ks9u1MjkM8qnCbnLawcCkgeFezVjUq7HZk9VI38yb3Ei/wkuyDpgZGp6PYLrYpDCQ==',
};

/** A signed round. */
export const roundSchema = Type.Object(
  {
    installation_id: Type.String({ format: 'uuid', examples: [exampleRound.installation_id] }),
    number: Type.Integer({ minimum: 1, description: 'From 1, without gaps except after a fork.', examples: [7] }),
    tree_size: Type.Integer({ minimum: 1, description: 'How many leaves its tree has.', examples: [12] }),
    root: hash('The root of its tree.', exampleRound.root),
    previous: hash('The hash of the round before; 64 zeros for the first.', exampleRound.previous),
    signed_at: Type.String({ format: 'date-time', examples: [exampleRound.signed_at] }),
    fork_of: Type.Optional(
      Type.Object(
        { number: Type.Integer({ minimum: 0 }), hash: hash('Its hash.', exampleRound.previous) },
        {
          title: 'RoundReference',
          description: 'Only of the first round after a fork: the last round before it that still counts.',
        },
      ),
    ),
    hash: hash('The hash of its statement.', exampleRound.hash),
    key_id: Type.String({ pattern: '^[0-9a-f]{16}$', examples: [exampleRound.key_id] }),
    public_key: Type.String({ description: 'Ed25519, 32 bytes in base64.', examples: [exampleRound.public_key] }),
    signature: Type.String({ description: 'Of the statement, in base64.', examples: [exampleRound.signature] }),
  },
  { title: 'Round', description: 'A signed round of the ledger; docs/proofs.md says how it is verified.' },
);

const exampleKey: PublicKey = {
  key_id: exampleRound.key_id,
  public_key: exampleRound.public_key,
  introduced_at: '2026-11-25T09:00:00.000Z',
  signs_from: '2026-11-25T09:00:00.000Z',
  introduced_by: null,
  introduction: null,
};

/** A public key that signs rounds. */
export const proofKeySchema = Type.Object(
  {
    key_id: Type.String({ pattern: '^[0-9a-f]{16}$', examples: [exampleKey.key_id] }),
    public_key: Type.String({ description: 'Ed25519, 32 bytes in base64.', examples: [exampleKey.public_key] }),
    introduced_at: Type.String({ format: 'date-time', examples: [exampleKey.introduced_at] }),
    signs_from: Type.String({ format: 'date-time', examples: [exampleKey.signs_from] }),
    introduced_by: nullable(
      Type.String({
        pattern: '^[0-9a-f]{16}$',
        description: 'The key that introduced it; null for the first.',
        examples: [exampleKey.key_id],
      }),
    ),
    introduction: nullable(
      Type.String({ description: 'The signature of that key, in base64.', examples: [exampleRound.signature] }),
    ),
  },
  { title: 'ProofKey' },
);
