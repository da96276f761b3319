import { Type } from 'typebox';
import { lineOf, noControlCharacters } from './text.ts';

const metadataText = Type.String({ maxLength: 500, pattern: noControlCharacters });

const clientReference = lineOf(64, "The client's own number or name of it.", { examples: ['invoice-2041'] });

const metadata = Type.Record(Type.String(), metadataText, {
  title: 'ClientMetadata',
  maxProperties: 20,
  description:
    'Up to 20 names of 1 to 40 characters, each with a text of at most 500. The transaction shows them among its own `metadata`, whose names cannot be used.',
  examples: [{ branch: 'Kampala' }],
});

/** What a client may note on a payment for itself, in a request. */
export const clientDataFields = {
  client_reference: Type.Optional(clientReference),
  metadata: Type.Optional(metadata),
};

/** The same in a response: present only where the client noted it. */
export const shownClientDataFields = {
  client_reference: Type.Optional(
    Type.String({ description: 'As the request gave it; absent where it gave none.', examples: ['invoice-2041'] }),
  ),
  metadata: Type.Optional(metadata),
};

/** The filters by them in a wallet's history. */
export const clientDataFilters = {
  client_reference: Type.Optional(clientReference),
  metadata: Type.Optional(
    Type.String({
      maxLength: 541,
      pattern: noControlCharacters,
      description: 'A pair that the payment must have, written name:value.',
      examples: ['branch:Kampala'],
    }),
  ),
};
